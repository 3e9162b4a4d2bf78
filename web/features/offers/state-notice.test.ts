import { expect, test } from 'vitest';
import type { Offer } from '#shared/contract/offers.ts';
import { listPossibleAnswers, type OfferReason, type OfferState } from '#shared/domain/visits/offer-state.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { getOfferStateKey } from './state-notice.tsx';

const visit = { appointmentDate: '2027-06-09', appointmentTime: '16:00:00', locationId: 1, isOpen: true };
const said = (state: OfferState, reason: OfferReason, of: Offer['visit']): string => {
  const key = getOfferStateKey({
    state,
    reason,
    visit: of,
    answers: listPossibleAnswers(state, reason, false),
  });
  return key === null ? '' : say('en', key);
};

test('an ended offer shows the state of the appointment', () => {
  expect(said('expired', 'displaced', visit)).toMatch(
    /cannot take place.*choose another time here, or we call/,
  );
  expect(said('withdrawn', 'displaced', visit)).toMatch(
    /We write to you if your appointment takes place after all/,
  );
  expect(said('expired', 'waiting', visit)).toMatch(/Your appointment stays as it is/);
  expect(said('expired', 'waiting', null)).not.toMatch(/[Aa]ppointment/);
  expect(said('settled', 'displaced', visit)).toMatch(/was moved/);
  expect(said('settled', 'displaced', { ...visit, isOpen: false })).toMatch(/moved or cancelled/);
  expect(said('call', 'displaced', visit)).toMatch(/no longer kept/);
});
