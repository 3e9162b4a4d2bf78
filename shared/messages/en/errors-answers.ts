import type { Dictionary } from '../catalogue.ts';

/** Messages of the server only: browsers do not load them. */
export const enErrorsAnswers = {
  'error.notSignedIn': 'Please sign in to continue.',
  'error.wrongCredentials': 'Login failed: Invalid username or password.',
  'error.passwordExpired': {
    one: 'The password from the clinic was valid for {n} day and has expired. Please ask the clinic for a new one.',
    other:
      'The password from the clinic was valid for {n} days and has expired. Please ask the clinic for a new one.',
  },
  'error.forbidden': "You don't have permission to do this.",
  'error.crossOrigin': 'This request did not come from our pages, so it was not carried out.',
  'error.secondStepRequired': 'Please finish signing in with your second step.',
  'error.secondStepSetupRequired':
    'The clinic asks its staff to sign in by two steps. Please set one up first.',
  'error.proofNeeded': 'Please confirm again that it is you.',
  'error.keyRefused': 'This key is unknown, has expired or was revoked.',
  'error.scopeMissing': 'This key lacks the scope {scope}.',
  'error.notForKeys': 'API keys cannot be used here.',
  'error.visitsLocked': 'Your visits are locked. Open them in My Profile first.',
  'error.noSecondStep':
    'The clinic now requires a second sign-in step, and you have not set one up. Choose a new password with “Forgot your password?” to set it up, or ask an admin for a one-time password.',
  'error.resetSinceLocked':
    'This password was set by a link after you locked your visits, so it does not unlock them. Use your PIN, fingerprint or face, or ask the clinic for a new password.',
  'error.wrongPin': 'This number is not right',
  'error.consentWithdrawn':
    'The agreement to our privacy notice was withdrawn. Agree again under “My privacy” to book online, or call us.',
  'error.onlyJson': 'This address answers in JSON only.',
  'error.gone': 'This was deleted.',
  'error.versionDiffers': 'Somebody changed this since it was read. Read it again.',
  'error.notUnderstood': 'The server does not understand this: {what}',
  'error.searchCut': 'There may be more results. Please narrow your search.',
  'error.wrongPasskey': 'This passkey could not be used. Please try again.',
  'error.newSecretRequired': 'Please choose your own password first.',
  'error.foreignUser': 'You can only book for yourself.',
  'error.statusNotYours': 'You cannot set this status.',
  'error.protectedAccount': 'This account is protected and cannot be changed here.',
  'error.malformed': 'Something in this request is not right. Please check it and try again.',
  'error.fieldNotAllowed': 'This request asks for something that cannot be changed here.',
  'error.invalidToken': 'This link is invalid or has expired.',
  'error.wrongCode': 'This code is not right or has expired. You can ask for a new one.',
  'error.notYourBranch': 'This branch is not one of yours. Ask an admin to add it to your branches.',
  'error.passwordNeeded': 'Please type your current password to change your email or phone.',
  'error.signInAgain':
    'To change your email or phone, please log out, log in again and make the change within ten minutes.',
  'error.proofBySignIn':
    'Your account has no password. Please log out, log in again, and do this within fifteen minutes.',
  'error.wrongPassword': 'Your current password is not right.',
  'error.notFound': 'We could not find this.',
  'error.methodNotAllowed': 'This cannot be done here.',
  'error.doctorAway': 'No doctor can see you there at this time. Please choose another.',
  'error.doctorBusy': 'The doctor has another visit at this time.',
  'validation.landline': 'This is a landline. We need a mobile number to text you.',
  'error.unknownDoctor': 'This doctor does not work here any more. Please choose another.',
  'error.bookingClosed': 'Online booking is closed at the moment. Please call a branch.',
  'error.slotTaken': 'This time has just been taken. Please choose another.',
  'error.patientBusy': 'There is already an appointment at this time for the same patient.',
  'error.seriesConflict': 'Nothing was changed: not all of these times are available.',
  'error.noWayToTell':
    'Please confirm an email or a phone number first, so that we can tell you about a free time.',
  'error.offerOver': 'This time is no longer kept for you. Nothing was changed.',
  'error.stageChanged': 'Somebody else was quicker. The board shows where she is now.',
  'error.checkedIn': 'The patient has already checked in. Nothing was changed.',
  'error.stale': 'Someone else changed this in the meantime. Check the current version and try again.',
  'error.notMergeable': 'These two records cannot be joined as they are. Please look at them again.',
  'error.phoneKnown': 'This phone is already registered for a patient.',
  'error.patientExists': 'There is a patient with this phone and a name like this.',
  'error.usernameTaken': 'This username is taken. Please choose another.',
  'error.contactTaken': 'This email or phone already belongs to another account.',
  'error.nameTaken': 'This name is already in use.',
  'error.hasFutureAppointments': {
    one: 'This branch still has {n} appointment to come. Close the branch from a date: the patient is then offered another branch.',
    other:
      'This branch still has {n} appointments to come. Close the branch from a date: the patients are then offered other branches.',
  },
  'error.doctorHasFutureAppointments': {
    one: 'This doctor still has {n} appointment to come. Deactivate the account instead: the patient is then offered another time.',
    other:
      'This doctor still has {n} appointments to come. Deactivate the account instead: the patients are then offered other times.',
  },
  'error.askedForWoman': {
    one: '{n} upcoming appointment or offer of this doctor is for a patient who asked for a woman. Move it to another woman doctor first.',
    other:
      '{n} upcoming appointments or offers of this doctor are for patients who asked for a woman. Move them to another woman doctor first.',
  },
  'error.stillOpen':
    'Still open: appointments {visits}, offers {offers}, waiting-list entries {wishes}. End them first, then try again.',
  'error.patientHasFutureAppointments': {
    one: 'This person, or someone only she looks after, still has {n} appointment to come. Cancel it first.',
    other:
      'This person, or someone only she looks after, still has {n} appointments to come. Cancel them first.',
  },
  'error.closureHitsAppointments': {
    one: '{n} appointment falls in this closure. Please look at it before you save.',
    other: '{n} appointments fall in this closure. Please look at them before you save.',
  },
  'error.noticeGrew':
    'There are now {n} recipients, more than you were shown. Nothing was sent. Check them, then send again.',
  'error.noticeEmpty': 'No patient with an appointment matches this.',
  'error.tooMany': 'You have reached the limit of {n}. Remove one first.',
  'error.opensLock': 'This would open your locked visits. Turn the lock off first, or lock them with a PIN.',
  'error.inUse': 'This is still in use and cannot be removed.',
  'error.visitHasNotes':
    'A doctor signed a note about this visit, so it stays in the file. Cancel the visit instead.',
  'error.deskOnly':
    'Doctors have written notes about her, so only the front desk can do this, in her presence.',
  'error.noNumberOfHers': 'The clinic has no mobile or e-mail of her own. She can agree at the front desk.',
  'error.contactUnproven': 'Please confirm your own mobile or e-mail first, under My Profile.',
  'error.ofAgeOnly': 'She is under 18 and cannot have her own account yet.',
  'error.notYourNote': 'Only the doctor who signed a note can share it with the patient.',
  'error.noteNeedsVisit': 'Only a note about a visit can be shared: the patient reads it with her visit.',
  'error.noAddress': 'Your profile has no address for this way yet. Add your email or phone there first.',
  'error.tooLarge': 'This is too large to send.',
  'error.harmfulFile': 'The virus scanner of the clinic found something in this file. It was not kept.',
  'error.unsupportedMedia': 'This kind of file or data is not accepted.',
  'error.inThePast': 'This time has already passed. Please choose a later one.',
  'error.tooFarAhead': {
    one: 'Appointments can be booked up to {n} day ahead.',
    other: 'Appointments can be booked up to {n} days ahead.',
  },
  'error.tooSoon': 'This time is too close to be booked online. Please choose a later one or call us.',
  'error.visitToCome': 'This visit is still to come and cannot be marked yet.',
  'error.outsideHours': 'The branch does not see patients at this time. Please choose another.',
  'error.offGrid': 'Appointments do not start at this time. Please choose one of the times shown.',
  'error.unknownLocation': 'This branch is no longer available. Please choose another.',
  'error.unknownService': 'This service is no longer available. Please choose another.',
  'error.unknownPatient': 'We could not find this patient.',
  'error.callToBook':
    'This cannot be booked online with these details. Please call the branch: we gladly find you a time.',
  'error.tooManyOpen': {
    one: 'You already have {n} appointment to come. After it you can book another.',
    other: 'You already have {n} appointments to come. After one of them you can book another.',
  },
  'error.tooManyWishes': {
    one: 'You already wait for {n} other service. Leave that list first.',
    other: 'You already wait for {n} other services. Leave one of those lists first.',
  },
  'error.wrongStage': 'This is not possible at this stage of the visit.',
  'error.notSendable': 'This message cannot be sent again: its text was erased or has expired.',
  'error.notMovable': 'This appointment can no longer be changed.',
  'error.commonPassword': 'This password is easy to guess. Please choose another.',
  'error.samePassword': 'Please choose a password different from the current one.',
  'error.idempotencyKeyReused': 'This request was already used for another booking. Please start again.',
  'error.importMovedOn': 'This import has changed in the meantime. Check its current state.',
  'error.importAtWork': 'Another import is running. Wait until it is done.',
  'error.badImage': 'We could not read this image. Please use a JPG, PNG or WebP file.',
  'error.notConfigured': 'This is not set up yet. Please use another way.',
  'error.codesSpent':
    'We cannot send any more codes by text message today. Please sign in with your password or with a code by email, or call us.',
  'error.rateLimited': {
    one: 'Too many attempts. Please try again in a minute.',
    other: 'Too many attempts. Please try again in {n} minutes.',
  },
  'error.internal': 'Something went wrong on our side. Please try again.',
  'error.unavailable': 'The service is busy right now. Please try again in a moment.',
  'error.busy': "The clinic's server is busy. Please try again in a moment.",
  'error.away.title': 'One moment, please',
  'error.away.text':
    'Our appointment book cannot be reached right now. This page tries again by itself, and what you typed stays in this tab.',
  'error.away.retry': 'Try again now',
  'validation.usernameContact': 'Please choose a name, not a phone number or an email',
  'validation.passwordCommon': 'This password is easy to guess. Please choose another.',
  'validation.oneDay': 'A delay covers one day: choose the same start and end date',
  'validation.namesService': 'Please do not mention the reason for the visit',
  'validation.dateOrder': 'The end must not be before the start',
  'validation.dateRangeLong': {
    one: 'Please choose at most {n} day',
    other: 'Please choose at most {n} days',
  },
} as const satisfies Dictionary;
