/**
 * The page as a function of state: `h` describes elements, `patch` updates the real ones to match. Unchanged elements
 * are not touched, so focus, scrolling, half-typed names and running animations survive a redraw. Nothing here turns
 * text into markup: a strict Content-Security-Policy holds, and no name can inject anything.
 *
 * @typedef {import('./shapes').VNode} VNode
 * @typedef {import('./shapes').Child} Child
 * @typedef {import('./shapes').Props} Props  attributes and properties; and
 *   `class`: a string, or a list; falsy parts are left out
 *   `on`: listeners by event name · `style`: custom and other CSS properties, set one by one
 *   `key`: which sibling this is when the order changes · `mount`: called once with the new element; may return what to
 *   do at its end
 */

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

/** What `patch` remembers of an element it made: the description, the listeners, what to call when it goes.
 * @type {WeakMap<Element, { node: VNode, listeners: Map<string, EventListener>, unmount?: () => void }>} */
const made = new WeakMap();

/** @param {Child[]} children @returns {Array<VNode | string>} */
const flat = (children) =>
  children.flatMap((child) => {
    if (Array.isArray(child)) return flat(child);
    if (child === null || child === undefined || typeof child === 'boolean' || child === '') return [];
    return [typeof child === 'number' ? String(child) : child];
  });

/** The text or choice in the field of an event. @param {Event} event @returns {string} */
export const valueOf = ({ target }) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';

/** Whether the checkbox of an event is ticked. @param {Event} event */
export const isTicked = ({ target }) => target instanceof HTMLInputElement && target.checked;

/** The chosen files. @param {Event} event */
export const filesOf = ({ target }) => (target instanceof HTMLInputElement ? [...(target.files ?? [])] : []);

/** @param {string} tag @param {Props | null} [props] @param {...Child} children @returns {VNode} */
export function h(tag, props, ...children) {
  return {
    tag,
    props: props ?? {},
    children: flat(children),
    key: props?.key === undefined ? null : String(props.key),
    space: HTML,
  };
}

/** The same for SVG. @param {string} tag @param {Props | null} [props] @param {...Child} children @returns {VNode} */
export function svg(tag, props, ...children) {
  return { ...h(tag, props, ...children), space: SVG };
}

/** Make the children of an element what the nodes say. @param {Element} parent @param {...Child} nodes */
export function patch(parent, ...nodes) {
  patchChildren(parent, flat(nodes));
}

/** @param {Element} parent @param {Array<VNode | string>} wanted */
function patchChildren(parent, wanted) {
  const present = [...parent.childNodes];
  const keyed = new Map(
    present.flatMap((child) => {
      const key = child instanceof Element ? made.get(child)?.node.key : null;
      return key === null || key === undefined ? [] : [[key, child]];
    }),
  );
  const unkeyed = present.filter(
    (child) => !(child instanceof Element) || (made.has(child) && made.get(child)?.node.key === null),
  );
  const children = wanted.map((node) =>
    reuse(typeof node === 'string' ? takeText() : node.key !== null ? keyed.get(node.key) : takeLike(node), node),
  );
  const kept = new Set(children);
  for (const child of present) if (!kept.has(child) && (!(child instanceof Element) || made.has(child))) remove(child);
  // Only now: moving an element loses its focus, and most need not move.
  children.forEach((child, place) => {
    const there = parent.childNodes[place];
    if (there !== child) parent.insertBefore(child, there ?? null);
  });

  function takeText() {
    const at = unkeyed.findIndex((child) => child.nodeType === Node.TEXT_NODE);
    return at < 0 ? undefined : unkeyed.splice(at, 1)[0];
  }
  /** @param {VNode} node */
  function takeLike(node) {
    const at = unkeyed.findIndex((child) => child instanceof Element && made.get(child)?.node.tag === node.tag);
    return at < 0 ? undefined : unkeyed.splice(at, 1)[0];
  }
}

/** @param {ChildNode | undefined} old @param {VNode | string} node @returns {ChildNode} */
function reuse(old, node) {
  if (typeof node === 'string') {
    if (old?.nodeType !== Node.TEXT_NODE) return document.createTextNode(node);
    if (old.nodeValue !== node) old.nodeValue = node;
    return old;
  }
  const known = old instanceof Element ? made.get(old) : undefined;
  if (old instanceof Element && known && known.node.tag === node.tag && known.node.key === node.key) {
    update(old, known, node);
    return old;
  }
  return create(node);
}

/** @param {VNode} node @returns {Element} */
function create(node) {
  const element = document.createElementNS(node.space, node.tag);
  const known = { node: h(node.tag, { key: node.props.key }), listeners: new Map(), unmount: undefined };
  made.set(element, known);
  update(element, known, node);
  if (node.props.mount) known.unmount = node.props.mount(element) ?? undefined;
  return element;
}

/**
 * @param {Element} element
 * @param {{ node: VNode, listeners: Map<string, EventListener> }} known
 * @param {VNode} node
 */
function update(element, known, node) {
  const before = known.node.props;
  known.node = node;
  for (const name of new Set([...Object.keys(before), ...Object.keys(node.props)])) {
    if (before[name] !== node.props[name] || name === 'value' || name === 'checked')
      set(element, known.listeners, name, node.props[name], before[name]);
  }
  if (!node.props.mount) patchChildren(element, node.children); // a mounted element manages its own content
  if (node.tag === 'select' && node.props.value !== undefined)
    /** @type {HTMLSelectElement} */ (element).value = node.props.value;
}

/**
 * @param {Element} element
 * @param {Map<string, EventListener>} listeners
 * @param {string} name
 * @param {Props[string]} value
 * @param {Props[string]} before
 */
function set(element, listeners, name, value, before) {
  if (name === 'key' || name === 'mount') return;
  if (name === 'class') {
    const words = [value].flat().filter(Boolean).join(' ');
    if (element.getAttribute('class') !== words) element.setAttribute('class', words);
  } else if (name === 'on') {
    setListeners(element, listeners, value ?? {});
  } else if (name === 'style') {
    const style = /** @type {HTMLElement} */ (element).style;
    for (const property of Object.keys(before ?? {})) if (!(value && property in value)) style.removeProperty(property);
    for (const [property, text] of Object.entries(value ?? {}))
      if (before?.[property] !== text) style.setProperty(property, String(text));
  } else if (name === 'checked' || name === 'open' || (name === 'value' && element.tagName !== 'OPTION')) {
    const isBeingTyped = name === 'value' && document.activeElement === element && before === value;
    if (value !== undefined && Reflect.get(element, name) !== value && !isBeingTyped) Reflect.set(element, name, value);
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** One real listener for each event, which calls whatever the latest description says. @param {Element} element
 * @param {Map<string, EventListener>} listeners @param {Record<string, EventListener>} wanted */
function setListeners(element, listeners, wanted) {
  for (const event of Object.keys(wanted)) {
    if (listeners.has(event)) continue;
    /** @type {EventListener} */
    const listener = (happened) => made.get(element)?.node.props.on?.[event]?.(happened);
    element.addEventListener(event, listener);
    listeners.set(event, listener);
  }
}

/** @param {ChildNode} child */
function remove(child) {
  if (child instanceof Element)
    for (const element of [child, ...child.querySelectorAll('*')]) made.get(element)?.unmount?.();
  child.remove();
}
