// SPDX-License-Identifier: Apache-2.0
// browser.mjs CHROMIUM PAGE MMASC: the explorer in headless Chromium. Nothing is complained of, keys
// move a slider, d is the command's, the address brings the same page back, light and dark differ.
import assert from 'node:assert/strict';
import {execSync} from 'node:child_process';
import {pathToFileURL} from 'node:url';
import {Chromium} from './chromium.mjs';

const [path, page, mmasc] = process.argv.slice(2);
const url = pathToFileURL(page).href;
const browser = new Chromium(path);

const text = (panel, part) =>
  `document.querySelectorAll('.panel')[${panel}]?.querySelector('${part}')?.textContent`;
const shown = (panel, part) => browser.evaluate(text(panel, part));

// d of the command that the page says is the same.
async function commandGives(panel) {
  const command = await shown(panel, '.command');
  assert.match(command, /^mmasc eval /);
  const words = command.slice('mmasc'.length);
  return JSON.parse(execSync(`'${mmasc}'${words} --json`, {stdio: ['ignore', 'pipe', 'ignore']})).d.bits;
}

async function agrees(panel, what) {
  const d = await shown(panel, '.d b');
  assert.match(d, /^[0-9a-f]+$/, what);
  assert.equal(d, await commandGives(panel), what);
  return d;
}

try {
  await browser.open(url);
  await browser.until(text(1, '.d b'), 'the two units of the page as it opens');
  const before = await agrees(0, 'the first unit');
  assert.notEqual(before, await agrees(1, 'the second unit'));

  await browser.evaluate(`document.querySelector('[data-path="dot.fraction_bits"]').focus()`);
  await browser.press('ArrowRight');
  await browser.until(`${text(0, '.d b')} !== '${before}'`, 'another d after a key on the slider');
  const after = await agrees(0, 'one fraction bit more');
  const bits = await shown(0, '.command');
  assert.match(bits, /--set dot\.fraction_bits=\d+/);

  await browser.evaluate(`{
    const select = document.querySelector('[data-path="dot.alignment_rounding"]');
    select.value = 'stochastic';
    select.dispatchEvent(new Event('change', {bubbles: true}));
  }`);
  await browser.until(`${text(0, '.command')}.includes('random_bits = 8')`, 'a stochastic rounding');
  await agrees(0, 'a stochastic rounding');
  await browser.until(`${text(0, '.waterfall')}.includes('aligner of dot')`, 'the waterfall');
  assert.ok(await browser.evaluate(`document.querySelectorAll('.waterfall .dropped').length`) > 0);

  const address = await browser.evaluate('location.href');
  const [d, command] = [await shown(0, '.d b'), await shown(0, '.command')];
  await browser.send('Page.navigate', {url: 'about:blank'});
  await browser.send('Page.navigate', {url: address});
  await browser.until(text(0, '.d b'), 'the page again, by its address');
  assert.deepEqual([await shown(0, '.d b'), await shown(0, '.command')], [d, command]);

  await browser.evaluate(`document.querySelectorAll('.panel .own')[1].click()`);
  await browser.until(`document.querySelectorAll('.toml')[1].value.includes('[datapath.')`, 'the row as TOML');
  await browser.evaluate(`{
    const box = document.querySelectorAll('.toml')[1];
    box.value = box.value.replace(/fraction_bits *= *\\d+/, 'fraction_bits = 2');
    box.dispatchEvent(new Event('input', {bubbles: true}));
  }`);
  await browser.until(`${text(1, '.d b')} === '00000000'`, 'd of an edited row');
  await browser.evaluate(`{
    const box = document.querySelectorAll('.toml')[1];
    box.value = '[';
    box.dispatchEvent(new Event('input', {bubbles: true}));
  }`);
  await browser.until(text(1, '.error'), 'the error of a bad row');

  const backs = [];
  for (const value of ['light', 'dark']) {
    await browser.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value}]});
    backs.push(await browser.evaluate('getComputedStyle(document.body).backgroundColor'));
  }
  assert.notEqual(backs[0], backs[1], 'light and dark');
  assert.deepEqual(browser.complaints, []);
  console.log(`d was ${before}, and ${after} with one fraction bit more`);
} finally {
  browser.close();
}
