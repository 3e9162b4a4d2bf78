/** Whether the URL asks for a message or a dialog: a log-out, a refusal, the answer of a sign-in provider. */
export const hasNoticeParams = (search: string): boolean =>
  /[?&](?:logout|forcedLogout|error|denied|notice|choose-password|second-step|dialog)=/.test(search);
