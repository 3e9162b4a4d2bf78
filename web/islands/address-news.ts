/** The address brings something to say: a log-out, a refusal, a provider's answer, a dialog to open. */
export const bringsNews = (search: string): boolean =>
  /[?&](?:logout|forcedLogout|error|denied|notice|choose-password|second-step|dialog)=/.test(search);
