// SPDX-License-Identifier: Apache-2.0
// What the page shows, and the address that says the same:
//   #a=..&b=..&unit=ID&set=FIELD=VALUE&set=..&unit2=.. or toml2=..&row2=..
'use strict';

const EXAMPLE = {
  operands: {a: '-8192,-.5,-.25,-.125', b: '1024,1,1,1', c: '8388608.0'},
  panels: [
    {unit: 'ampere/mma.m16n8k16.f32.f16.f16.f32', set: []},
    {unit: 'hopper/mma.m16n8k16.f32.f16.f16.f32', set: []},
  ],
};

// `names` are those of the operands.
function stateOf(fragment, names) {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const isExample = [...words].length === 0;
  const state = {operands: {}, panels: []};
  for (const name of names)
    state.operands[name] = (isExample ? EXAMPLE.operands[name] : words.get(name)) ?? '';
  state.operands.seed = words.get('seed') ?? '1';
  if (isExample) return {...state, panels: structuredClone(EXAMPLE.panels)};
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
  for (const [name, typed] of Object.entries(state.operands))
    if (typed !== '') words.append(name, typed);
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
