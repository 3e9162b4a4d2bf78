import type { Dictionary } from '../catalogue.ts';

/** What only the staff's forms say of what was typed. */
export const enErrorsStaff = {
  'error.hoursOverlap': 'Two of these shifts overlap.',
  'error.occurred': 'An error occurred',
  'validation.outward': 'This must be an https address of the internet.',
  'validation.passwordShortStaff': 'Password must be at least 10 characters',
  'validation.currentPasswordRequired': 'Current password is required',
  'validation.confirmPasswordRequired': 'Confirm password is required',
  'validation.textTooLong': 'This text is too long',
  'validation.wholeNumber': 'Please enter a whole number',
  'validation.timeOrder': 'The end must be after the start',
  'validation.hoursWindow': 'Please choose hours from 3:00 AM to 3:00 AM of the next day',
  'validation.webAddress': 'Please enter an address that begins with https://',
  'validation.imageLarge': 'This image is too large. The limit is {size} MB.',
  'validation.fillAllRequired': 'Please fill all required fields',
  'validation.currentOrFutureDate': 'Please select a current or future date',
  'validation.selectTime': 'Please select a time',
  'validation.selectPatient': 'Please select a patient',
  'validation.selectLocation': 'Please select a location',
  'validation.selectService': 'Please select a service',
} as const satisfies Dictionary;
