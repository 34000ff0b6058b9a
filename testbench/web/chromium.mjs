// SPDX-License-Identifier: Apache-2.0
// Headless Chromium by its DevTools protocol over a pipe: no package besides.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export class Chromium {
  constructor(path) {
    this.folder = mkdtempSync(join(tmpdir(), 'mmasc_chromium_'));
    this.process = spawn(path, [
      '--headless=new', '--remote-debugging-pipe', '--no-sandbox', '--disable-gpu',
      '--disable-dev-shm-usage', '--no-first-run', `--user-data-dir=${this.folder}`, 'about:blank',
    ], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.last = 0;
    this.waiting = new Map();
    this.complaints = [];  // console errors and uncaught exceptions
    let text = '';
    this.process.stdio[4].setEncoding('utf8').on('data', (data) => {
      const messages = (text + data).split('\0');
      text = messages.pop();
      for (const message of messages) this.take(JSON.parse(message));
    });
    this.process.on('exit', () => {
      for (const {reject} of this.waiting.values()) reject(new Error('chromium has ended'));
    });
  }

  take({id, result, error, method, params}) {
    if (id !== undefined) {
      const {resolve, reject} = this.waiting.get(id);
      this.waiting.delete(id);
      return error ? reject(new Error(error.message)) : resolve(result);
    }
    if (method === 'Runtime.exceptionThrown')
      this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type))
      this.complaints.push(params.args.map((arg) => arg.value ?? arg.description).join(' '));
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level))
      this.complaints.push(params.entry.text);
  }

  send(method, params = {}) {
    const id = ++this.last;
    const message = JSON.stringify({id, method, params, sessionId: this.session});
    this.process.stdio[3].write(message + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
  }

  async open(url) {
    const {targetInfos} = await this.send('Target.getTargets');
    const {targetId} = targetInfos.find(({type}) => type === 'page');
    this.session = (await this.send('Target.attachToTarget', {targetId, flatten: true})).sessionId;
    for (const domain of ['Runtime', 'Log', 'Page']) await this.send(domain + '.enable');
    await this.send('Page.navigate', {url});
  }

  async evaluate(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate',
      {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // The first value of the expression that is true.
  async until(expression, what, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
      const value = await this.evaluate(expression).catch(() => undefined);
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${what}: not within ${seconds} s; ${this.complaints.join('; ')}`);
  }

  async press(key) {
    for (const type of ['keyDown', 'keyUp'])
      await this.send('Input.dispatchKeyEvent', {type, key, code: key, windowsVirtualKeyCode: {
        ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Tab: 9}[key]});
  }

  close() {
    this.process.kill();
    this.process.on('exit', () => rmSync(this.folder, {recursive: true, force: true, maxRetries: 5}));
  }
}
