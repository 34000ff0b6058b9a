// SPDX-License-Identifier: Apache-2.0
// The fields of a unit as controls, made from apps/web/field_list.h. `change(path, value)` is
// told what --set would be; an undefined value takes the change back.
'use strict';

const SLIDER_MAX = 64;  // what is more is typed

let lastId = 0;

function input(type, attributes) {
  const made = node('input');
  made.type = type;
  return Object.assign(made, attributes);
}

function choice(options) {
  const made = node('select');
  for (const option of options) made.append(new Option(option, option));
  return made;
}

// Each maker returns what stands in the row and a function that shows a field's value.
const MAKERS = {
  // A slider and a box beside it; of fraction bits a tick for "exact".
  integer(field, change) {
    const max = Math.min(field.max, SLIDER_MAX);
    const slider = input('range', {min: field.min, max, step: 1});
    const box = input('number', {min: field.min, max: field.max, step: 1, placeholder: field.kind === 'bits' ? 'exact' : 'default'});
    box.ariaLabel = field.path + ', as a number';
    slider.oninput = () => change(field.path, slider.value);
    box.oninput = () => change(field.path, box.value === '' ? undefined : box.value);
    const parts = field.min < 0 ? [box] : [slider, box];
    const show = ({value}) => {
      const isNumber = typeof value === 'number';
      if (isNumber || document.activeElement !== slider) slider.value = isNumber ? value : max;
      if (document.activeElement !== box) box.value = isNumber ? value : '';
    };
    if (field.kind !== 'bits') return {parts, show};
    const tick = input('checkbox', {});
    tick.onchange = () => change(field.path, tick.checked ? 'exact' : String(slider.value));
    const label = node('label', '', 'exact');
    label.prepend(tick);
    return {
      parts: [...parts, label],
      show(now) {
        show(now);
        tick.checked = now.value === 'exact';
      },
    };
  },

  exponent(field, change) {
    const box = input('text', {});
    box.setAttribute('list', listOf(field.choices));
    box.onchange = () => change(field.path, box.value.trim() === '' ? undefined : box.value.trim());
    return {parts: [box], show: ({value}) => { box.value = value; }};
  },

  format(field, change) {
    const box = input('text', {placeholder: 'none'});
    box.onchange = () => change(field.path, box.value.trim());
    return {parts: [box], show: ({value}) => { box.value = value; }};
  },

  choice(field, change) {
    const select = choice(field.choices);
    select.onchange = () => change(field.path, select.value);
    return {parts: [select], show: ({value}) => { select.value = value; }};
  },

  rounding(field, change) {
    const select = choice(field.choices);
    const bits = input('number', {min: 1, max: field.max_random_bits, value: 8});
    const label = node('label', '', ' random bits');
    label.prepend(bits);
    const tell = () => change(field.path, select.value === 'stochastic' ?
      `{ mode = "stochastic", random_bits = ${bits.value || 1} }` : select.value);
    select.onchange = bits.oninput = tell;
    return {
      parts: [select, label],
      show({value, random_bits: drawn}) {
        select.value = value;
        label.hidden = value !== 'stochastic';
        if (drawn > 0 && document.activeElement !== bits) bits.value = drawn;
      },
    };
  },
};
MAKERS.bits = MAKERS.integer;

const lists = new Map();
function listOf(choices) {
  const key = choices.join();
  if (!lists.has(key)) {
    const list = node('datalist');
    list.id = 'list' + ++lastId;
    for (const option of choices) list.append(new Option(option));
    document.body.append(list);
    lists.set(key, list.id);
  }
  return lists.get(key);
}

const isMain = (field) => field.kind === 'bits' || field.kind === 'rounding' ||
  field.path.endsWith('significand_fraction');

// The controls of one panel; made again where other fields are there.
class Fields {
  constructor(main, more, change) {
    Object.assign(this, {main, more, change, key: '', rows: new Map()});
  }

  show(fields, set) {
    const key = fields.map((field) => field.path + field.kind).join();
    if (key !== this.key) this.make(fields);
    this.key = key;
    for (const field of fields) {
      const {row, show} = this.rows.get(field.path);
      show(field);
      row.classList.toggle('changed', set.some((change) => change.startsWith(field.path + '=')));
    }
  }

  make(fields) {
    this.rows.clear();
    for (const part of [this.main, this.more])
      part.querySelectorAll('.field').forEach((field) => field.remove());
    for (const field of fields) {
      const row = node('div', 'field');
      const control = node('div', 'control');
      const {parts, show} = MAKERS[field.kind](field, this.change);
      const label = node('label');
      for (const part of field.path.split(/(?<=[._])/)) label.append(part, node('wbr'));
      parts[0].id = label.htmlFor = 'field' + ++lastId;
      parts[0].dataset.path = field.path;
      control.append(...parts);
      row.append(label, control);
      (isMain(field) ? this.main : this.more).append(row);
      this.rows.set(field.path, {row, show});
    }
  }
}
