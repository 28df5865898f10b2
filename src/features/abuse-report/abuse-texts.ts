import 'server-only';

/** When somebody who reports abuse hears from us. */
export const REPLY = 'We read every report within one working day and decide within 3 working days.';

/** How a report is processed, for the form, its confirmation and its receipt. */
export const STEPS = [
  'Our staff read your report within one working day. If something is missing, we’ll ask you for it.',
  'Once it’s complete, we switch the lander off while we check it. The customer may reply. We don’t say who sent it, unless the claim itself shows that, as with your own trademark.',
  'Within 3 working days our staff decide whether the lander stays off, and give both sides the reasons.',
] as const;

/**
 * How to object to a decision. The 6 months are those of Regulation (EU) 2022/2065, Art. 20. The coordinators handle infringements of the
 * regulation (Art. 53) and do not review decisions.
 */
export const APPEAL =
  'If you disagree, write to us within 6 months of the decision with the reference number, and say why. Someone who wasn’t involved will decide again. If you think we’ve broken the EU’s Digital Services Act, you can complain to the Digital Services Coordinator of your country. You can go to court at any time.';
