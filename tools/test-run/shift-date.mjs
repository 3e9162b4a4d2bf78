/**
 * Moves the present of `Date` by so many milliseconds; given moments stay what they are. It stands alone, so
 * that a browser can be given its text as well.
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
