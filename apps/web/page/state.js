// SPDX-License-Identifier: Apache-2.0
// What the page shows, and the address that says the same:
//   #a=..&b=..&unit=ID&set=FIELD=VALUE&set=..&unit2=.. or toml2=..&row2=..
'use strict';

const OPERANDS = ['a', 'b', 'c', 'sa', 'sb', 'metadata', 'seed'];
const EXAMPLE = {
  operands: {a: '-8192,-.5,-.25,-.125', b: '1024,1,1,1', c: '8388608.0', sa: '', sb: '', metadata: '', seed: '1'},
  panels: [
    {unit: 'ampere/mma.m16n8k16.f32.f16.f16.f32', set: []},
    {unit: 'hopper/mma.m16n8k16.f32.f16.f16.f32', set: []},
  ],
};

function stateOf(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  if ([...words].length === 0) return structuredClone(EXAMPLE);
  const state = {operands: {}, panels: []};
  for (const name of OPERANDS) state.operands[name] = words.get(name) ?? (name === 'seed' ? '1' : '');
  for (const end of ['', '2']) {
    const panel = {set: words.getAll('set' + end)};
    if (words.has('toml' + end)) {
      panel.toml = words.get('toml' + end);
      panel.row = words.get('row' + end) ?? '';
    } else if (words.has('unit' + end)) {
      panel.unit = words.get('unit' + end);
    } else {
      continue;
    }
    state.panels.push(panel);
  }
  if (state.panels.length === 0) state.panels.push(structuredClone(EXAMPLE.panels[0]));
  return state;
}

function fragmentOf(state) {
  const words = new URLSearchParams();
  for (const name of OPERANDS)
    if (state.operands[name] !== '') words.append(name, state.operands[name]);
  state.panels.forEach((panel, i) => {
    const end = i === 0 ? '' : '2';
    if (panel.toml === undefined) {
      words.append('unit' + end, panel.unit);
    } else {
      words.append('toml' + end, panel.toml);
      if (panel.row !== '') words.append('row' + end, panel.row);
    }
    for (const change of panel.set) words.append('set' + end, change);
  });
  return '#' + words;
}

// A field's changes, whatever their order, count once.
function withChange(set, path, value) {
  const others = set.filter((change) => !change.startsWith(path + '='));
  return value === undefined ? others : [...others, `${path}=${value}`];
}
