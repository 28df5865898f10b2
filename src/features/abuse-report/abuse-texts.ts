import 'server-only';

/** When somebody who reports abuse hears from us. */
export const REPLY = 'We read every report within one working day and decide within 3 working days.';

/** What happens to a report, in the form, its confirmation and its receipt. */
export const STEPS = [
  'Our staff read your report within one working day. If something is missing, we’ll ask you for it.',
  'Once it’s complete, we switch the lander off while we check it. The customer may reply. We don’t say who reported it unless that can’t be avoided, as with your own trademark.',
  'Within 3 working days we decide by hand, and tell both sides the decision and its reasons.',
] as const;

/** How to object to a decision. */
export const APPEAL =
  'If you disagree, reply to the decision within 6 months and say why. Someone who wasn’t involved will decide again. You can also complain to the Digital Services Coordinator of your country, or go to court.';
