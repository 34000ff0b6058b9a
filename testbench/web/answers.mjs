// SPDX-License-Identifier: Apache-2.0
// answers.mjs MODULE MMASC CASES COUNT: the explorer's module gives what `mmasc eval --trace --json`
// prints, character for character, on COUNT random rows and on every row of the catalogue.
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';

const [modulePath, mmasc, cases, count] = process.argv.slice(2);
const run = promisify(execFile);
const most = {maxBuffer: 1 << 28};

const lines = (await run(cases, [count], most)).stdout.trim().split('\n');
if (lines.length <= Number(count)) throw new Error(`${lines.length} cases; more than ${count} are due`);
const module = await createRequire(import.meta.url)(modulePath)();
const folder = mkdtempSync(join(tmpdir(), 'mmasc_web_'));

async function compare(line, i) {
  const request = JSON.parse(line);
  const answer = JSON.parse(module.ccall('mmasc_explore', 'string', ['string'], [line]));
  if (answer.error !== undefined) throw new Error(`case ${i}: ${answer.error}\n${line}`);
  const row = join(folder, `row${i}.toml`);
  if (request.toml !== undefined) writeFileSync(row, request.toml);
  const words = ['eval', request.unit ?? row, '--trace', '--json'];
  for (const name of ['a', 'b', 'c', 'sa', 'sb', 'metadata', 'random'])
    if (request[name] !== undefined) words.push(`--${name}`, request[name]);
  const command = JSON.parse((await run(mmasc, words, most)).stdout);
  const [given, expected] = [answer.eval, command].map((document) => JSON.stringify(document, null, 1));
  if (given !== expected)
    throw new Error(`case ${i}: the module and the command disagree\n${line}\n${given}\n${expected}`);
}

let next = 0;
async function work() {
  while (next < lines.length) {
    const i = next++;
    await compare(lines[i], i);
  }
}
try {
  await Promise.all(Array.from({length: availableParallelism()}, work));
  console.log(`${next} cases, the same documents`);
} catch (error) {  // not thrown on: node would print the line that rethrows, two million characters
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, {recursive: true});
}
