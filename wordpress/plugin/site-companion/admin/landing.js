/**
 * Selects the field of `site_edit` (landing.php) in the block editor, on the screen Menus and on that of a picture, and links back to the
 * place on the site.
 */
(() => {
  const { data, i18n } = window.wp;
  const { __ } = i18n;
  const { isOwn, toRows, withInner } = window.siteCompanionSections;
  const url = new URL(window.location.href);
  const path = url.searchParams.get('site_edit');
  const text = url.searchParams.get('site_text') ?? '';
  const from = url.searchParams.get('site_from') ?? '';
  const LIMIT_MS = 20_000;
  const PANEL = 'site-companion-fields/site-companion-fields';

  // Reloading the screen must not select the field again.
  for (const name of ['site_edit', 'site_text', 'site_from']) url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', url);

  /** Waits until `find` returns something; null if it does not in time. */
  const until = (find) =>
    new Promise((resolve) => {
      const end = Date.now() + LIMIT_MS;
      const look = () => {
        const found = find();
        if (found || Date.now() > end) resolve(found || null);
        else setTimeout(look, 50);
      };
      look();
    });

  /** Letters and digits, since the site changes spaces and quotation marks. */
  const toKey = (value) => value.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const contains = (value, wanted) => toKey(wanted) !== '' && toKey(value).includes(toKey(wanted));

  const CONTROLS = 'textarea, input:not([type="hidden"], [type="search"]), select, [contenteditable="true"]';

  const focus = (element) => {
    element.scrollIntoView({ block: 'center' });
    element.focus();
  };

  /** Opens the rows on the way to a field of the plugin's forms, and focuses its control. */
  const focusField = async (findRoot, names) => {
    let found = await until(findRoot);
    for (const [index, name] of found ? names.entries() : []) {
      const parent = found;
      // The row of a table, and a row with a single text, have no fields of their own.
      if (parent.matches('.is-grid, .is-simple'))
        return focus(parent.querySelectorAll(CONTROLS)[names[index + 1] ?? 0]);
      const isRow = /^\d+$/.test(name);
      found = await until(() => parent.querySelector(isRow ? `[data-item="${name}"]` : `[data-field="${name}"]`));
      if (!found) return;
      const head = isRow ? found : found.querySelector(':scope > .site-companion-row > .site-companion-row__head');
      head?.querySelector('.site-companion-row__title[aria-expanded="false"]')?.click();
    }
    if (!found) return;
    const field = found;
    const control = await until(() => field.querySelector(CONTROLS) ?? field.querySelector('button'));
    if (!control) return;
    focus(control);
    // A text is edited in a dialog.
    if (field.matches('.is-html, .is-html-autop') && control.matches('button')) control.click();
  };

  const findCanvas = () =>
    document.querySelector('iframe[name="editor-canvas"]')?.contentDocument ??
    document.querySelector('.editor-styles-wrapper')?.ownerDocument;

  /** The innermost block with the text, or with the picture of this name. */
  const findBlock = (blocks) =>
    withInner(blocks).findLast(({ attributes }) =>
      contains(JSON.stringify(attributes).replace(/<[^>]*>|\\u[0-9a-f]{4}/g, ''), text),
    );

  const selectBlock = async ({ clientId }) => {
    data.dispatch('core/block-editor').selectBlock(clientId);
    const element = await until(() => findCanvas()?.querySelector(`[data-block="${clientId}"]`));
    const shown = [...(element?.querySelectorAll('*') ?? [])].findLast(({ textContent }) =>
      contains(textContent, text),
    );
    (shown ?? element)?.scrollIntoView({ block: 'center' });
  };

  const openDocumentPanel = async (panel) => {
    const editor = data.dispatch('core/editor');
    const isOpened = () => data.select('core/editor').isEditorPanelOpened(panel);
    data.dispatch('core/interface').enableComplementaryArea('core', 'edit-post/document');
    if (!isOpened()) editor.toggleEditorPanelOpened(panel);
  };

  const landInBlockEditor = async (names) => {
    const editor = data.select('core/block-editor');
    await until(
      () => data.select('core/editor').__unstableIsEditorReady?.() && findCanvas()?.querySelector('[data-block]'),
    );
    if (names[0] === 'title') {
      const title = await until(() => findCanvas()?.querySelector('.editor-post-title__input'));
      return title && focus(title);
    }
    if (names[0] === 'excerpt') {
      await openDocumentPanel('post-excerpt');
      const button = await until(() =>
        document.querySelector('.editor-post-excerpt__dropdown__trigger, .editor-post-excerpt__dropdown button'),
      );
      button?.click();
      const control = await until(() => document.querySelector('.editor-post-excerpt textarea'));
      return control && focus(control);
    }
    if (names[0] === 'date') {
      await openDocumentPanel('post-status');
      const button = await until(() => document.querySelector('.editor-post-schedule__dialog-toggle'));
      // The dialog takes the focus.
      return button?.click();
    }
    if (names[0] === 'content') {
      const block = findBlock(editor.getBlocks());
      return block && selectBlock(block);
    }
    if (names[0] === 'blocks') {
      const row = toRows(editor.getBlocks())[Number(names[1])] ?? [];
      const block = row.length === 1 && isOwn(row[0]) ? row[0] : findBlock(row);
      if (!block) return;
      await selectBlock(block);
      if (isOwn(block))
        await focusField(
          () => findCanvas()?.querySelector(`[data-block="${block.clientId}"] .site-companion-section__fields`),
          names.slice(2),
        );
      return;
    }
    // The fields are in the text.
    const isForm = editor.getBlocks()[0]?.name === 'site-companion-form/fields';
    if (isForm) return focusField(() => findCanvas()?.querySelector('.site-companion-fields'), names);
    await openDocumentPanel(PANEL);
    await focusField(() => document.querySelector('.interface-complementary-area .site-companion-fields'), names);
  };

  const landInMenus = async () => {
    const entries = [...document.querySelectorAll('#menu-to-edit > li')];
    const wanted = toKey(path);
    const entry = entries.find((one) => toKey(one.querySelector('.menu-item-title')?.textContent ?? '') === wanted);
    if (!entry) return focus(document.querySelector('#menu-name'));
    // The screen listens to presses once jQuery has called its scripts. They were registered before this function.
    await new Promise((resolve) => window.jQuery(resolve));
    entry.querySelector('.item-edit').click();
    const label = entry.querySelector('.edit-menu-item-title');
    await until(() => label.offsetParent !== null);
    focus(label);
  };

  const land = async () => {
    if (document.body.classList.contains('nav-menus-php')) return landInMenus();
    const names = path.split('.');
    if (document.body.classList.contains('block-editor-page')) return landInBlockEditor(names);
    // The screen of a picture.
    const control = await until(() => document.querySelector('#attachment_alt'));
    return control && focus(control);
  };

  const addLinkToSite = () => {
    const site = window.siteCompanionSite;
    if (site === '' || !/^\/(?!\/)/.test(from)) return;
    const link = document.createElement('a');
    Object.assign(link, { href: site + from, className: 'button site-companion-back' });
    Object.assign(link.style, { position: 'fixed', insetInlineEnd: '24px', insetBlockEnd: '40px', zIndex: '99999' });
    link.textContent = __('See it on the site', 'site-companion');
    document.body.append(link);
  };

  addLinkToSite();
  land();
})();
