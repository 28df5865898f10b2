/**
 * The sections of the page that is edited, as the site shows them, and the way to them: links to the page lead to the selected section.
 */
(() => {
  const { select } = window.wp.data;
  const HEROES = ['site-companion/hero', 'site-companion/subpages-hero'];

  const isOwn = ({ name }) => name.startsWith('site-companion/');
  /** Sections in groups are shown like those outside of them. */
  const flatten = (blocks) =>
    blocks.flatMap((block) => {
      const inner = isOwn(block) ? [] : flatten(block.innerBlocks);
      return inner.some(isOwn) ? inner : [block];
    });
  const withInner = (blocks) => blocks.flatMap((block) => [block, ...withInner(block.innerBlocks)]);

  /** The rows of a page, as in rows.php: each section is one, and so are the blocks between two sections. */
  const toRows = (blocks) =>
    flatten(blocks).reduce((rows, block) => {
      const last = rows.at(-1);
      if (isOwn(block) || !last || isOwn(last[0])) rows.push([block]);
      else last.push(block);
      return rows;
    }, []);

  const hasError = ({ clientId }) =>
    select('site-companion/problems')
      ?.getProblems(clientId)
      .some((problem) => problem.is_error) ?? false;

  /**
   * The anchor of the selected section on the site (web-blocks.tsx), which numbers the sections that it shows. A hero at the top does not
   * count, and has none.
   */
  const selectedAnchor = () => {
    const { getBlocks, getSelectedBlockClientId } = select('core/block-editor');
    const isSelected = ({ clientId }) => clientId === getSelectedBlockClientId();
    const rows = toRows(getBlocks()).filter((row) => !row.some(hasError));
    const index = rows.findIndex((row) => withInner(row).some(isSelected));
    const number = HEROES.includes(rows[0]?.[0].name) ? index : index + 1;
    return number > 0 ? `#block-${number}` : '';
  };

  const leadToSelection = ({ target }) => {
    const link = target.closest('a[href]');
    if (link && link.href.split('#')[0] === select('core/editor').getCurrentPostAttribute('link'))
      link.hash = selectedAnchor();
  };

  if (document.body.classList.contains('block-editor-page'))
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, leadToSelection, true);

  window.siteCompanionSections = { isOwn, selectedAnchor, toRows, withInner };
})();
