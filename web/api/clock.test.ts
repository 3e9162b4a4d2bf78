import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const header = (time: string) => at(time).toUTCString();

/** A fresh module for each test, so that no test knows the clock of another. */
const opened = async () => {
  vi.resetModules();
  return import('./clock.ts');
};

beforeEach(() => {
  vi.useFakeTimers({ now: at('22:30:00.400') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a device with a wrong clock uses the server’s time', async () => {
  const { deviceNow, syncClock: hearClock, now, onClockCorrected: onClockSet } = await opened();
  const told = vi.fn();
  const stop = onClockSet(told);
  hearClock(header('23:10:00'), at('22:30:00.200'));
  expect(told).toHaveBeenCalledOnce();
  expect(Math.abs(now().getTime() - at('23:10:00.500').getTime())).toBeLessThan(700);
  expect(deviceNow()).toEqual(at('22:30:00.400'));
  vi.setSystemTime(at('22:31:00.400'));
  hearClock(header('23:11:00'), at('22:31:00.100'));
  expect(told).toHaveBeenCalledOnce();
  stop();
});

test('a slow answer, whole seconds and a missing header do not change a correct clock', async () => {
  const { deviceNow, syncClock: hearClock, now, onClockCorrected: onClockSet } = await opened();
  const told = vi.fn();
  const stop = onClockSet(told);
  hearClock(header('22:29:52'), at('22:29:50'));
  hearClock(header('22:30:00'), at('22:30:00.390'));
  hearClock(null, at('22:30:00'));
  hearClock('yesterday', at('22:30:00'));
  expect(told).not.toHaveBeenCalled();
  expect(now()).toEqual(deviceNow());
  stop();
});
