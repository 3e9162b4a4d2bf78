import type { Dictionary } from '../catalogue.ts';

export const enMail = {
  'mail.hello': 'Hello {name},',
  'mail.helloPlain': 'Hello,',
  'mail.someone': 'somebody',
  'mail.closing': '{clinic}',
  'mail.stop': 'Do not want these reminders? {link}',
  'mail.stopSms': 'Reply STOP to stop.',
  'mail.about': '{who}: {words}',
  'mail.aboutLine': 'This message is about {who}.',
  'mail.doctor': 'You will be seen by {doctor}.',
  'mail.differentBranches': 'The appointments are at different branches.',
  'mail.enterLink': 'Or sign in with this link: {link}',
  'mail.confirmLink': 'I will come: {link}',
  'mail.cancelLink': 'I cannot come: {link}',
  'mail.moveLink': 'Another time, please: {link}',
  'mail.callBranch': 'To cancel or move it, call {phone}.',
  'mail.callBranchOf': 'To cancel or move one of these today, call {phone}.',

  'mail.code.subject': 'Your sign-in code',
  'mail.code.body':
    'Your verification code is {code}. It is good for {minutes} minutes. Please do not share it with anyone, not even with us.',
  'mail.code.short': '{code} is your code for {clinic}. Do not share it.',
  'mail.confirmPhone.subject': 'Confirm your phone number',
  'mail.confirmPhone.body':
    'Your code to confirm this phone number is {code}. It is good for {minutes} minutes.',
  'mail.confirmPhone.short': '{code} confirms your phone number at {clinic}. Do not share it.',
  'mail.agreeVisits.subject': '{name} asks to look after your visits',
  'mail.agreeVisits.body':
    '{name} would like to see, book and move your visits for you. If you want that, give {name} this code:\n\n{code}\n\nIt is good for a day. If you do not want it, do nothing, or say no under My Profile, People I care for. The clinic never asks you for this code.',
  'mail.agreeVisits.short':
    '{name} asks to see and change your visits at {clinic}. If you want that, give {name} the code {code}. If not, do nothing.',
  'mail.agreeNotes.subject': '{name} asks to read what we share with you',
  'mail.agreeNotes.body':
    '{name} would like to read what {clinic} shares with you after a visit. If you want that, give {name} this code:\n\n{code}\n\nIt is good for a day. If you do not want it, do nothing. The clinic never asks you for this code.',
  'mail.agreeNotes.short':
    '{name} asks to read what {clinic} shares with you. If you want that, give {name} the code {code}. If not, do nothing.',
  'mail.resetLink.subject': 'Choose a new password',
  'mail.resetLink.body':
    'Someone, probably you, asked for a new password. Open this link to choose one:\n\n{link}\n\nIt works once, for half an hour. If this was not you, nothing needs to be done: your password stays as it is.',
  'mail.resetLink.short': 'Choose a new password: {link}',
  'mail.confirmEmail.subject': 'Confirm your email address',
  'mail.confirmEmail.body':
    'Please confirm that this address is yours:\n\n{link}\n\nAfter that you can use it to sign in and to recover your account. If this was not you, you can ignore this message.',
  'mail.confirmEmail.short': 'Confirm your email address: {link}',
  'mail.registerAttempt.subject': 'Someone tried to register with your address',
  'mail.registerAttempt.body':
    'Someone tried to open a new account at {clinic} with this address. You already have one, so nothing was changed.\n\nWas it you? Then simply sign in, or choose a new password here:\n\n{link}\n\nIf it was not you, nothing needs to be done.',
  'mail.passwordChanged.subject': 'Your password was changed',
  'mail.passwordChanged.body':
    'The password of your account was changed on {when}, and your other devices were logged out.\n\nIf this was not you, please choose a new password at once:\n\n{link}',
  'mail.passwordChanged.short': 'Your password was changed. If this was not you, please reset it at once.',
  'mail.emailChanged.subject': 'The email of your account was changed or removed',
  'mail.emailChanged.body':
    'We no longer use this email address for your account. If this was not you, please contact us at once: {phone}',
  'mail.phoneChanged.subject': 'The phone number of your account was changed or removed',
  'mail.phoneChanged.body':
    'The phone number of your account was changed or removed. If this was not you, please contact us at once: {phone}',
  'mail.phoneChanged.short':
    'The phone number of your account was changed or removed. If this was not you, please call us at once: {phone}',
  'mail.stepsChanged.subject': 'The way you sign in was changed',
  'mail.stepsChanged.body':
    'The second steps of your account were changed on {when}. If this was not you, please change your password and contact us at once: {phone}',
  'mail.newDevice.subject': 'A new device signed in to your account',
  'mail.newDevice.body':
    'Somebody signed in to your account from a device we had not seen before: {day}, {hour}. If this was you, there is nothing to do. If not, please end that session in your profile, and change your password if you have one.',
  'mail.newDevice.short':
    'A new device signed in to your account: {day}, {hour}. If it was not you, end that session in your profile.',
  'mail.trial.subject': 'A message to yourself',
  'mail.trial.body': 'It works: messages of {clinic} reach you here. This is how our messages look.',
  'mail.trial.short': 'It works: messages of {clinic} reach you here.',
  'mail.identityJoined.subject': 'A new way to sign in to your account',
  'mail.identityJoined.body':
    '{provider} can now be used to sign in to your account. If this was not you, remove it in your profile and change your password.',

  'mail.booked.subject': 'Your appointment is noted',
  'mail.booked.body':
    'We have noted your appointment:\n\n{date} at {time}\n{location}, {address}\nAppointment {reference}\n\n{confirms} Please arrive 15 minutes early.',
  'mail.booked.short': 'Noted: {date} at {time}, {location}. {confirms}',
  'mail.confirmed.subject': 'Your appointment is confirmed',
  'mail.confirmed.body':
    'Your appointment is confirmed:\n\n{date} at {time}\n{location}, {address}\nAppointment {reference}\n\nPlease arrive 15 minutes early. We look forward to seeing you.',
  'mail.confirmed.short': 'Confirmed: {date} at {time}, {location}.',
  'mail.confirmsBy': {
    one: 'The clinic confirms by {byDate}, {byTime}.',
    other: 'The clinic confirms them by {byDate}, {byTime}.',
  },
  'mail.confirmsByCall': {
    one: 'The branch will call you to confirm it.',
    other: 'The branch will call you to confirm them.',
  },
  'mail.confirmsSoon': 'The clinic will confirm it soon.',
  'mail.movedByPatient.subject': 'The new time of your appointment is held',
  'mail.movedByPatient.body':
    'As you asked, your appointment has a new time, which nobody else can take:\n\n{date} at {time}\n{location}, {address}\nAppointment {reference}\n\n{confirms} Please arrive 15 minutes early.',
  'mail.movedByPatient.short': 'Held for you: {date} at {time}, {location}. {confirms}',
  'mail.moved.subject': 'Your appointment has a new time',
  'mail.moved.body':
    'Your appointment was moved. It is now:\n\n{date} at {time}\n{location}, {address}\nAppointment {reference}\n\nIf this time does not suit you, choose another in your account or call the branch.',
  'mail.moved.short': 'New time: {date} at {time}, {location}.',
  'mail.delay.subject': 'Today runs a little late',
  'mail.delay.body':
    'Today at {location} we run about {n} minutes late. You can come at {come} instead of {time}.\n\nThank you for your patience.',
  'mail.delay.short': 'Today at {location} we run about {n} minutes late. You can come at {come}.',
  'mail.seriesBooked.subject': 'Your next appointments',
  'mail.seriesBooked.body': {
    one: 'We have booked {n} appointment for you:\n\n{list}\n\n{location}, {address}\n\nPlease arrive 15 minutes early.',
    other:
      'We have booked {n} appointments for you:\n\n{list}\n\n{location}, {address}\n\nPlease arrive 15 minutes early.',
  },
  'mail.seriesBooked.line': '{date} at {time}',
  'mail.seriesBooked.lineWithBranch': '{date} at {time}, {location}',
  'mail.seriesBooked.short': {
    one: 'Booked for you: {date} at {time}, {location}.',
    other: '{n} appointments are booked for you, the first on {date} at {time}, {location}.',
  },
  'mail.seriesMoved.subject': 'Your appointments have new times',
  'mail.seriesMoved.body': {
    one: 'Your appointment was moved. It is now:\n\n{list}\n\n{location}, {address}\n\nIf this does not suit you, choose another time in your account or call the branch.',
    other:
      'Your appointments were moved. They are now:\n\n{list}\n\n{location}, {address}\n\nIf one of them does not suit you, choose another time in your account or call the branch.',
  },
  'mail.seriesMoved.short': {
    one: 'New time: {date} at {time}, {location}.',
    other: '{n} of your appointments have new times, the first on {date} at {time}, {location}.',
  },
  'mail.seriesMovedByPatient.subject': 'The new times of your appointments are held',
  'mail.seriesMovedByPatient.body':
    'As you asked, your appointments have new times, which nobody else can take:\n\n{list}\n\n{location}, {address}\n\n{confirms} Please arrive 15 minutes early.',
  'mail.seriesMovedByPatient.short':
    'Held for you: {n} new times, the first on {date} at {time}, {location}. {confirms}',
  'mail.seriesCancelled.subject': 'Your appointments were cancelled',
  'mail.seriesCancelled.body': {
    one: 'Your appointment was cancelled:\n\n{list}\n\nYou can choose another time here:\n\n{link}\n\nor call the branch, and we will find one with you.',
    other:
      'These appointments were cancelled:\n\n{list}\n\nYou can choose other times here:\n\n{link}\n\nor call the branch, and we will find them with you.',
  },
  'mail.seriesCancelled.short': {
    one: 'Your appointment on {date} at {time} was cancelled.',
    other: '{n} of your appointments were cancelled, the first on {date} at {time}.',
  },
  'mail.start': '{date} at {time}',
  'mail.startMoved': '{oldDate} at {oldTime} (moved to {date} at {time})',
  'mail.cancelledByClinic.subject': 'Your appointment was cancelled',
  'mail.cancelledByClinic.body':
    'We are sorry: the clinic had to cancel your appointment on {start}, {location}.\n\nYou can choose another time here:\n\n{link}\n\nor call the branch, and we will find one with you.',
  'mail.cancelledByClinic.short':
    'We are sorry: your appointment on {start} was cancelled. Please choose another time.',
  'mail.cancelledByPatient.subject': 'Your appointment is cancelled',
  'mail.cancelledByPatient.body':
    'As you asked, your appointment on {start}, {location}, is cancelled. When you want to come, you can book again here:\n\n{link}',
  'mail.cancelledByPatient.short': 'Your appointment on {start} is cancelled, as you asked.',
  'mail.reminder3h.subject': 'A reminder for today',
  'mail.reminder3h.body':
    'We expect you today at {time}:\n\n{location}, {address}\nAppointment {reference}\n\nPlease arrive 15 minutes early.',
  'mail.reminder3h.short': 'A reminder: today at {time}, {location}.',
  'mail.reminder.subject': 'A reminder of your appointment',
  'mail.reminder.body':
    'We expect you on {date} at {time}:\n\n{location}, {address}\nAppointment {reference}\n\nPlease arrive 15 minutes early.',
  'mail.reminder.short': 'A reminder: {date} at {time}, {location}.',
  'mail.reminderSeveral.subject': 'A reminder of your appointments',
  'mail.reminderSeveral.body': {
    one: 'We expect you on {date}:\n\n{list}',
    other: 'We expect you on {date} for {n} appointments:\n\n{list}',
  },
  'mail.reminderSeveral.line': '{time}, {location}',
  'mail.reminderSeveral.lineOf': '{who}: {time}, {location}',
  'mail.reminderSeveral.short': {
    one: 'A reminder: {date}, first at {time}.',
    other: 'A reminder: {n} appointments on {date}, the first at {time}.',
  },
  'mail.noticeDelay.subject': 'We run a little late',
  'mail.noticeDelay.short':
    '{location}, {date}: we run about {n} minutes late. Please come at {come} instead of {time}.',
  'mail.noticeEntrance.subject': 'Another entrance',
  'mail.noticeEntrance.short':
    '{location}: the entrance is now here: {words}. Your appointment on {date} at {time} stays as it is.',
  'mail.noticePhone.subject': 'Another phone number',
  'mail.noticePhone.short':
    '{location}: for now please call {phone}. Your appointment on {date} at {time} stays as it is.',
  'mail.noticeWords.subject': 'About your appointment',
  'mail.noticeWords.short': '{location}, {date} at {time}: {words}',
  'mail.offerTime.subject': 'A time is kept for you',
  'mail.offerTime.body':
    'We kept a time for you:\n\n{date} at {time}\n{location}\n\nIt is yours until {byDate}, {byTime}. Take it, choose another, or tell us that you do not want it:\n\n{offer}\n\nIf you do nothing, it goes to somebody else.',
  'mail.offerTime.short': 'Kept for you until {byTime}: {date} at {time}, {location}.',
  'mail.offerEarlier.subject': 'An earlier time opened',
  'mail.offerEarlier.body':
    'An earlier time opened, and we kept it for you:\n\n{date} at {time}\n{location}\n\nIt is yours until {byDate}, {byTime}. Your appointment on {oldDate} at {oldTime} stays until you decide:\n\n{offer}\n\nIf you do nothing, it goes to somebody else.',
  'mail.offerEarlier.short': 'An earlier time, kept for you until {byTime}: {date} at {time}, {location}.',
  'mail.offerDisplaced.subject': 'Please choose a new time',
  'mail.offerDisplaced.body':
    'We are sorry: your appointment on {oldDate} at {oldTime} cannot take place as planned. The nearest time is kept for you:\n\n{date} at {time}\n{location}\n\nIt is yours until {byDate}, {byTime}. Take it, choose another, or ask us to call you:\n\n{offer}',
  'mail.offerDisplaced.short':
    'We are sorry: your appointment on {oldDate} cannot take place. Kept for you until {byDate}, {byTime}: {date} at {time}, {location}.',

  'mail.offerDisplacedSeveral.subject': { one: 'Please choose a new time', other: 'Please choose new times' },
  'mail.offerDisplacedSeveral.body': {
    one: 'We are sorry, this appointment cannot take place as planned: {visits}.\n\nIf another time was free it is kept for you; if not, we call you. Choose here:\n\n{offer}',
    other:
      'We are sorry, these appointments cannot take place as planned: {visits}.\n\nWhere another time was free it is kept for you; for the rest we call you. Choose here:\n\n{offer}',
  },
  'mail.offerDisplacedSeveral.short': {
    one: 'We are sorry, this appointment cannot take place: {visits}. Please choose another.',
    other: 'We are sorry, these appointments cannot take place: {visits}. Please choose others.',
  },
  'mail.visitStays.subject': 'Your appointment takes place after all',
  'mail.visitStays.body':
    'Good news: your appointment on {date} at {time} takes place after all, as planned. You do not have to answer our earlier message.',
  'mail.visitStays.short':
    'Your appointment on {date} at {time} takes place after all. Nothing has to be answered.',
  'mail.wishOther.subject': 'Your place on the waiting list',
  'mail.wishOther.body':
    'The doctor for whom you wait is not available at your branches on the days you named, and any time kept for you with this doctor has ended. You keep your place on the waiting list: we now look for a time with another doctor. You can change or end this on our website.',
  'mail.wishOther.short':
    'The doctor for whom you wait is not available on your days; any time kept with this doctor has ended. You keep your place on the list: we look for a time with another doctor.',
  'mail.wishClosed.subject': 'Please choose other days',
  'mail.wishClosed.body':
    'The branches where you wait for a time are closed on all your days, and any time kept for you there has ended. We are sorry. To wait for a time, choose other days or another branch on our website, or call us.',
  'mail.wishClosed.short':
    'The branches where you wait are closed on all your days; any time kept for you there has ended. Choose other days or another branch on our website, or call us.',
  'mail.offerGone.subject': 'The time that was kept for you',
  'mail.offerGone.body':
    'We are sorry: the time that we kept for you cannot take place.\n\n{date} at {time}\n{location}\n\nYour appointments and your place on the waiting list stay as they are. You can choose another time on our website, or call us.',
  'mail.offerGone.short':
    'We are sorry: the time kept for you, {date} at {time}, {location}, cannot take place. Choose another on our website, or call us.',
  'mail.ofAge.subject': 'From {date} on you decide',
  'mail.ofAge.body':
    'You will be 18 on {date}. From then on {name} reads what is written to you only if you agree, and sees what you allow. You say so under My Profile, People I care for.',
  'mail.ofAge.short': 'From {date} on you decide what {name} sees of your appointments.',
  'mail.ofAgeCare.subject': 'From {date} on {name} decides herself',
  'mail.ofAgeCare.body':
    '{name} will be 18 on {date}. From then on you read what is written to her only if she agrees. Please tell her. If she wants an account of her own, you find it under My Profile, People I care for.',
  'mail.ofAgeCare.short': '{name} will be 18 on {date} and decides herself from then on. Please tell her.',
  'mail.careVisits.subject': '{name} looks after your visits now',
  'mail.careVisits.body':
    'As you agreed, {name} sees, books and moves your visits from now on. You can end this at any time under My Profile, People I care for. If it was not you who agreed, end it there or call us.',
  'mail.careVisits.short':
    '{name} sees and changes your visits from now on. Not you who agreed? End it in your profile or call us.',
  'mail.careNotes.subject': '{name} reads what we share with you now',
  'mail.careNotes.body':
    'As you agreed, {name} reads what {clinic} shares with you from now on. You can end this at any time under My Profile, People I care for, or at the front desk. If it was not you who agreed, tell us.',
  'mail.careNotes.short':
    '{name} reads what {clinic} shares with you from now on. If it was not you who agreed, please call us.',
  'mail.careOver.subject': '{name} no longer looks after your visits',
  'mail.careOver.body': '{name} no longer sees your visits. Only you and the clinic do.',
  'mail.careOver.short': '{name} no longer sees your visits. Only you and the clinic do.',
  'mail.careReturned.subject': 'You no longer look after the visits of {name}',
  'mail.careReturned.body':
    'You no longer see the visits of {name}, and no messages about them come to you. Yours stay as they are.',
  'mail.careReturned.short': 'You no longer see the visits of {name}. Yours stay as they are.',
  'mail.contactReceived.subject': 'We have your message',
  'mail.contactReceived.body':
    'Thank you for writing to us. A member of the team will answer you at this address soon.',
  'mail.contactToClinic.subject': 'A new contact message',
  'mail.contactToClinic.body':
    '{name} ({email}) wrote through the contact form. Read and answer it here:\n\n{link}',
  'mail.contactAnswer.subject': 'An answer to your message',
  'mail.contactAnswer.body': 'Thank you for your message. Our answer:\n\n{answer}',
  'mail.textAnswer.subject': 'An answer to your message',
  'mail.textAnswer.short': '{clinic}: {answer}',
  'mail.replyNoted.subject': 'You are coming',
  'mail.replyNoted.short': 'Thank you. We expect you: {date} at {time}, {location}.',
  'mail.replyTooLate.subject': 'Too late to cancel by a text',
  'mail.replyTooLate.short':
    'It is too late to cancel {date} at {time} by a text. The branch has your message; to be sure, call {phone}.',
  'mail.replyReceived.subject': 'We have your message',
  'mail.replyReceived.short': 'Thank you, we have your message. The clinic answers you here.',
  'mail.stopped.subject': 'No more reminders this way',
  'mail.stopped.body':
    'As you asked, we no longer send you reminders this way. Messages about the safety of your account still reach you. You can turn reminders on again in your account.',
  'mail.stopped.short': 'You will get no more reminders this way.',
  'mail.staffBooked.subject': 'A new booking',
  'mail.staffBooked.short': '{date} at {time}, {location}',
  'mail.staffCancelled.subject': 'A patient cancelled',
  'mail.staffCancelled.short': '{date} at {time}, {location}',
  'mail.staffMoved.subject': 'A patient moved her appointment',
  'mail.staffMoved.short': 'Now {date} at {time}, {location}',
  'mail.staffPatientConfirmed.subject': 'A patient confirmed that she is coming',
  'mail.staffPatientConfirmed.short': '{date} at {time}, {location}',
  'mail.staffMissedWords.subject': 'A patient said why she did not come',
  'mail.staffMissedWords.short': 'The visit on {date} at {time}, {location}',
  'mail.staffCallWanted.subject': 'A patient asks to be called',
  'mail.staffCallWanted.short': 'About {date} at {time}, {location}',
} as const satisfies Dictionary;
