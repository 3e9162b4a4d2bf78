/**
 * Shifts the current time of `Date` by milliseconds; explicit dates do not change. Self-contained, so that
 * its source can also run in a browser.
 */
export function shiftDate(shift) {
  const Real = globalThis.Date;
  const now = () => Real.now() + shift;
  const Shifted = new Proxy(Real, {
    construct: (target, args, asked) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, asked === Shifted ? target : asked),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  globalThis.Date = Shifted;
}
