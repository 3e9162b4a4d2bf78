import type { Dictionary } from '../catalogue.ts';

/** What staff read and do about visits that were missed. */
export const enStaffMissed = {
  'staff.missed.open': 'Missed: why and what counts',
  'staff.missed.title': 'Did not come',
  'staff.missed.state.counts': 'Counts against her',
  'staff.missed.state.excused': 'Excused',
  'staff.missed.state.late': 'Does not count: marked more than 48 hours after the visit',
  'staff.missed.state.past': 'Does not count any more: more than a year ago',
  'staff.missed.counted': {
    one: '{n} missed visit of the past year counts.',
    other: '{n} missed visits of the past year count.',
  },
  'staff.missed.none': 'No missed visit counts against her.',
  'staff.missed.waits': 'What she books online waits for a call.',
  'staff.missed.said': 'She says: {text}',
  'staff.missed.silent': 'She has not said why.',
  'staff.missed.because': 'Excused because: {text}',
  'staff.missed.excuse': 'Excuse',
  'staff.missed.reason': 'Why it is excused',
  'staff.missed.reasonHelp': 'For staff. She reads only that it was excused.',
  'staff.missed.saveExcuse': 'Excuse it',
  'staff.missed.countAgain': 'Count it again',
  'staff.missed.takeBack': 'She came',
  'staff.missed.takenBack': 'The visit is again as it was',
  'staff.missed.excused': 'Excused',
  'staff.missed.counts': 'It counts again',
  'staff.missed.failed': 'Not saved',
  'staff.missed.callFirst': 'Call to confirm',
  'staff.history.no_show_excused': 'Excused that she did not come',
  'staff.history.no_show_counted': 'Took the excuse back',
  'staff.history.no_show_explained': 'Said why she did not come',
} as const satisfies Dictionary;
