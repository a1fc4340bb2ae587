/** Making elements, as every page does. */
export { element, shape } from '../../parts/dom.js';
