/**
 * The speculation rules of a document as they are once the boot script marks the link that is pointed at: its page is
 * prepared at once. They do not stand in the document, since validators of HTML do not know the word yet.
 */
export const toPromptRules = (rules: string): string => rules.replace('conservative', 'immediate');
