// The pieces of a run, two at a time. Node built-ins only.
import { step } from '../set-up/setup.mjs';

/** Pieces that are under way, and how many dots each has printed: one for a test that passed. */
const underWay = new Map();

/**
 * Machines have two cores: whoever is free begins the next piece. Twice a minute it is said what is under
 * way.
 */
export async function twoAtATime(pieces) {
  const waiting = [...pieces];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  const telling = setInterval(tellProgress, 30_000);
  try {
    await Promise.all([lane(), lane()]);
  } finally {
    clearInterval(telling);
  }
}

/**
 * Runs a piece by what `start` starts, true if it went well. What it printed is shown at its end, and only if
 * it failed: two that speak at once are understood by nobody.
 */
export async function piece(name, start) {
  underWay.set(name, 0);
  const heard = (text) => underWay.set(name, underWay.get(name) + text.split('·').length - 1);
  try {
    let result;
    const ok = await step(name, async () => {
      result = await start({ output: 'keep', heard });
      return result;
    });
    if (!ok) console.log(result.text.trimEnd());
    return ok;
  } finally {
    underWay.delete(name);
  }
}

function tellProgress() {
  const each = [...underWay].map(([name, dots]) => (dots > 0 ? `${name}, ${dots} passed` : name));
  if (each.length > 0) console.log(`· under way: ${each.join('; ')}`);
}
