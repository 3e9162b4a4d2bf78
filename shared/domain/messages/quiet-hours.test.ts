import { describe, expect, it } from 'vitest';
import { wallToInstant } from '../clinic-time.ts';
import { canCallNow, findRingTime, type PhoneReach } from './quiet-hours.ts';

const at = (time: string, date = '2027-06-14') => wallToInstant(date, time);
const night = { quietHours: { from: '21:00', to: '09:00' } };

describe('quiet hours', () => {
  it.each([
    ['21:00', night, at('09:00', '2027-06-15')],
    ['08:59', night, at('09:00')],
    ['09:00', night, null],
    ['20:59', night, null],
    ['13:00', { quietHours: { from: '13:00', to: '14:00' } }, at('14:00')],
    ['14:00', { quietHours: { from: '13:00', to: '14:00' } }, null],
    ['10:00', { quietHours: { from: '10:00', to: '10:00' } }, null],
  ])('at %s', (time, settings, until) => {
    expect(findRingTime(settings, at(time), null, null)).toEqual(until);
  });

  it('do not apply to a near appointment', () => {
    expect(findRingTime(night, at('07:00'), at('10:00'), null)).toBeNull();
    expect(findRingTime(night, at('04:00'), at('10:00'), null)).toEqual(at('06:00'));
  });
});

describe('a patient’s own hours', () => {
  const hours = { from: '10:00', to: '14:00' };
  const reach: PhoneReach = { calls: true, hours };
  const evening: PhoneReach = { calls: true, hours: { from: '22:00', to: '01:00' } };

  it('replace the clinic’s, and apply to near appointments too', () => {
    expect(findRingTime(night, at('09:30'), at('11:00'), reach)).toEqual(at('10:00'));
    expect(findRingTime(night, at('15:00'), at('16:00'), reach)).toEqual(at('10:00', '2027-06-15'));
    expect(findRingTime(night, at('13:59'), null, reach)).toBeNull();
    expect(findRingTime(night, at('22:30'), null, evening)).toBeNull();
    expect(findRingTime(night, at('00:30'), null, evening)).toBeNull();
    expect(findRingTime(night, at('12:00'), null, evening)).toEqual(at('22:00'));
  });

  it('say when she may be called, and never means never', () => {
    const clock = ['09:59', '10:00', '13:59', '14:00'];
    expect(clock.map((time) => canCallNow(reach, at(time)))).toEqual([false, true, true, false]);
    expect(canCallNow(null, at('03:00'))).toBe(true);
    expect(canCallNow({ calls: true, hours: null }, at('03:00'))).toBe(true);
    expect(canCallNow({ calls: false, hours }, at('12:00'))).toBe(false);
    expect(findRingTime(night, at('12:00'), null, { calls: false, hours: null })).toBeNull();
  });
});
