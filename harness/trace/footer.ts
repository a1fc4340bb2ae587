/** Reads the footer of a trace and checks it against the lines before it. */
import { countText } from '../base/number-text.js';
import { type DecoderState, failLine } from './decoder-state.js';
import { findFault } from './schemas/check.js';
import type { TraceFooter } from './types.js';

function parseFooter(state: DecoderState, content: string): TraceFooter {
  let data: unknown;
  try {
    data = JSON.parse(content);
  } catch (error) {
    return failLine(state, 'E_TRACE_JSON', `the footer is not JSON: ${(error as Error).message}`, {
      remedy: 'Record the log again or restore it from a copy',
    });
  }
  const fault = findFault('trace-footer', data);
  if (fault !== undefined) {
    failLine(state, 'E_TRACE_FOOTER', `the footer is wrong at ${fault.path.join('.') || 'its top'}`, {
      expected: fault.unknownKey ? 'no such key' : fault.expected,
      remedy: '`lockstep schema trace-footer` prints the form',
    });
  }
  return data as TraceFooter;
}

/**
 * The footer, when its hash and its counts are those of the lines before it.
 * @throws LockstepError `E_TRACE_JSON`, `E_TRACE_FOOTER`, `E_TRACE_HASH`
 */
export function checkedFooter(state: DecoderState, content: string): TraceFooter {
  const footer = parseFooter(state, content);
  const sha256 = state.hash.hex();
  if (footer.sha256 !== sha256) {
    failLine(state, 'E_TRACE_HASH', 'the content does not match the footer: the log was changed after it was written', {
      found: sha256,
      expected: footer.sha256,
      remedy: 'Record it again or restore it from a copy',
    });
  }
  const { rows, frames } = state;
  if (footer.rows !== rows || footer.frames !== frames) {
    failLine(state, 'E_TRACE_FOOTER', 'the footer counts differently', {
      found: `${countText(rows, 'row')}, ${countText(frames, 'frame')}`,
      expected: `${countText(footer.rows, 'row')}, ${countText(footer.frames, 'frame')}`,
      remedy: 'Record it again with another recorder',
    });
  }
  return footer;
}
