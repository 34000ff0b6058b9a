// SPDX-License-Identifier: Apache-2.0
// The page: reads the state from the address, asks the module (apps/web/explore.h) and shows its
// answers. Nothing is computed here.
'use strict';

const by = (selector, place = document) => place.querySelector(selector);

class Panel {
  constructor(explorer, index) {
    this.explorer = explorer;
    this.index = index;
    this.section = by('#panel').content.cloneNode(true).firstElementChild;
    this.section.ariaLabel = `unit ${index + 1}`;
    const part = (name) => by('.' + name, this.section);
    this.part = part;
    this.fields = new Fields(part('fields'), by('.more .fields', this.section), (path, value) =>
      this.update({set: withChange(this.state.set, path, value)}));
    for (const gpu of explorer.gpus.keys()) part('gpu').append(new Option(gpu));
    part('gpu').onchange = () =>
      this.update({unit: explorer.gpus.get(part('gpu').value)[0].id, set: []});
    part('name').onchange = () => this.update({unit: part('name').value, set: []});
    part('own').onclick = () => this.toggleOwn();
    part('reset').onclick = () => this.update({set: []});
    part('toml').oninput = () => this.update({toml: part('toml').value});
    part('row').oninput = () => this.update({row: part('row').value.trim()});
    part('second').textContent = index === 0 ? 'second unit' : 'remove';
    part('second').onclick = () => explorer.toggleSecond();
  }

  get state() { return this.explorer.state.panels[this.index]; }

  update(change) {
    Object.assign(this.state, change);
    this.explorer.changed();
  }

  // A row of one's own begins as the row shown, and gives way to the catalogue's again.
  toggleOwn() {
    const {state} = this;
    if (state.toml === undefined) {
      Object.assign(state, {toml: this.answer?.unit?.toml ?? '', row: '', set: []});
    } else {
      delete state.toml;
      delete state.row;
      Object.assign(state, {unit: state.unit ?? EXAMPLE.panels[this.index].unit, set: []});
    }
    this.explorer.changed();
  }

  ask(call, operands) {
    const request = {...operands, set: this.state.set};
    if (this.state.toml === undefined) request.unit = this.state.unit;
    else Object.assign(request, {toml: this.state.toml, row: this.state.row});
    const answer = this.answer = call('mmasc_explore', JSON.stringify(request));
    if (answer.unit !== undefined && this.state.toml === undefined) this.state.unit = answer.unit.id;
  }

  show() {
    const {part, answer, state} = this;
    const isOwn = state.toml !== undefined;
    part('gpu').disabled = part('name').disabled = isOwn;
    this.showChoice(isOwn ? '' : state.unit);
    part('own').textContent = isOwn ? 'back to the catalogue' : 'edit the row';
    part('row-editor').hidden = !isOwn;
    if (isOwn && document.activeElement !== part('toml')) part('toml').value = state.toml;
    if (isOwn && document.activeElement !== part('row')) part('row').value = state.row;
    part('reset').disabled = state.set.length === 0;
    part('error').textContent = answer.error ?? '';
    this.showUnit(answer.unit);
    this.showResult(answer);
    part('notes').replaceChildren(...answer.notes.map((note) => node('li', '', note)));
  }

  showChoice(id) {
    const {part} = this;
    const gpu = id.split('/')[0];
    if (part('gpu').value !== gpu || part('name').length === 0)
      part('name').replaceChildren(...(this.explorer.gpus.get(gpu) ?? []).map((unit) =>
        new Option(unit.id.slice(gpu.length + 1), unit.id)));
    part('gpu').value = gpu;
    part('name').value = id;
  }

  showUnit(unit) {
    if (unit === undefined) return;
    const evidence = unit.evidence.length > 0 ? unit.evidence[0].kind : 'none';
    this.part('about').textContent =
      `${unit.id}: ${unit.formats_text}, k ${unit.shape.k}; evidence: ${evidence}`;
    this.fields.show(unit.fields, this.state.set);
  }

  showResult({eval: result, waterfall, command}) {
    const {part} = this;
    part('d').replaceChildren();
    part('trace').textContent = result?.trace.join('\n') ?? '';
    part('command').textContent = command ?? '';
    if (result === undefined) return part('waterfall').replaceChildren();
    part('d').append('d = ', node('b', '', result.d.bits),
                     `${result.d.decimal}  ${result.d.hexfloat}  (${result.d.format})`);
    drawWaterfall(part('waterfall'), waterfall);
  }
}

class Explorer {
  constructor(module) {
    this.call = (name, ...texts) =>
      JSON.parse(module.ccall(name, 'string', texts.map(() => 'string'), texts));
    this.gpus = new Map();  // the units of each
    const {operands, units} = this.call('mmasc_units');
    for (const unit of units) {
      const gpu = unit.id.split('/')[0];
      this.gpus.set(gpu, [...this.gpus.get(gpu) ?? [], unit]);
    }
    this.operands = operands;
    for (const {name, label} of operands) {
      const whole = node('label', '', label + ' ');
      whole.append(Object.assign(node('input'), {name, spellcheck: false}));
      by('#seed').before(whole);
    }
    for (const box of by('#operands').elements)
      box.oninput = () => {
        this.state.operands[box.name] = box.value;
        this.changed();
      };
    by('#operands').onsubmit = (event) => event.preventDefault();
    window.addEventListener('hashchange', () => this.load());
    this.load();
  }

  load() {
    if (location.hash !== '' && location.hash === this.fragment) return;
    this.state = stateOf(location.hash, this.operands.map(({name}) => name));
    this.rebuild();
  }

  rebuild() {
    this.panels = this.state.panels.map((_, i) => new Panel(this, i));
    by('#panels').replaceChildren(...this.panels.map((panel) => panel.section));
    this.show();
  }

  toggleSecond() {
    if (this.state.panels.length === 2) this.state.panels.pop();
    else this.state.panels.push(structuredClone(this.state.panels[0]));
    this.rebuild();
    this.keepAddress();
  }

  // Many changes before the next picture make one.
  changed() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.show();
      this.keepAddress();
    });
  }

  keepAddress() {
    history.replaceState(null, '', fragmentOf(this.state));
    this.fragment = location.hash;
  }

  show() {
    const {operands} = this.state;
    for (const panel of this.panels) {
      panel.ask(this.call, operands);
      panel.show();
    }
    const taken = Object.assign({}, ...this.panels.map(({answer}) => answer.unit?.operands));
    const boxes = by('#operands').elements;
    for (const box of boxes)
      if (document.activeElement !== box) box.value = operands[box.name];
    for (const {name, is_optional} of this.operands) {
      boxes[name].placeholder = taken[name] || '+0';
      boxes[name].parentElement.hidden = is_optional && !(name in taken);
    }
    by('#seed').hidden = Object.keys(taken).every((name) => name in boxes);
    by('.second', this.panels[0].section).hidden = this.panels.length === 2;
    this.showVerdict();
  }

  showVerdict() {
    const results = this.panels.map(({answer}) => answer.eval?.d);
    const isPair = results.length === 2 && results.every((d) => d !== undefined);
    by('#verdict').textContent = !isPair ? '' :
      results[0].format !== results[1].format ? 'd is of two formats' :
      results[0].bits === results[1].bits ? 'the same d' : 'd differs';
  }
}

mmasc().then((module) => {
  window.explorer = new Explorer(module);
}, (error) => {
  by('#verdict').textContent = `WebAssembly does not start: ${error}`;
});
