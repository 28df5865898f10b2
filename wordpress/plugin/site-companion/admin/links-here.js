/**
 * Asks before an item is moved to the trash that others link to, and shows in a panel of the block editor what links to the item.
 */
(() => {
  const { apiFetch, data, element, i18n } = window.wp;
  const { __ } = i18n;

  const readLinks = (id) =>
    apiFetch({ path: `/site-companion/v1/links/${id}` }).catch(() => ({ html: '', warning: '' }));

  const mayTrash = async (id) => {
    const { warning } = await readLinks(id);
    return warning === '' || window.confirm(warning);
  };

  // The links of lists and of classic screens.
  document.addEventListener('click', async (event) => {
    const link = event.target.closest('a.submitdelete[href*="action=trash"]');
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    if (await mayTrash(new URL(link.href).searchParams.get('post'))) window.location.assign(link.href);
  });

  // "Move to Trash" for the selected items of a list.
  document.getElementById('posts-filter')?.addEventListener('submit', async (event) => {
    const form = event.currentTarget;
    const values = new FormData(form);
    const isTrash = values.get('action') === 'trash' || values.get('action2') === 'trash';
    if (!isTrash || event.submitter?.name === 'filter_action') return;
    event.preventDefault();
    for (const id of values.getAll('post[]')) if (!(await mayTrash(id))) return;
    form.submit();
  });

  if (!document.body.classList.contains('block-editor-page')) return;
  const { createElement: el, RawHTML, useEffect, useState } = element;

  // The block editor sends this request after its own question.
  apiFetch.use(async (options, next) => {
    const [, id] = /^\/wp\/v2\/(?:posts|pages|events|faq)\/(\d+)(?:\?|$)/.exec(options.path ?? '') ?? [];
    if (options.method === 'DELETE' && id && !(await mayTrash(id)))
      throw new Error(__('Not moved to the Trash.', 'site-companion'));
    return next(options);
  });

  const Links = () => {
    const id = data.useSelect((get) => get('core/editor').getCurrentPostId(), []);
    const modified = data.useSelect((get) => get('core/editor').getCurrentPostAttribute('modified'), []);
    const [html, setHtml] = useState('');
    useEffect(() => {
      readLinks(id).then((links) => setHtml(links.html));
    }, [id, modified]);
    return el(RawHTML, null, html);
  };

  const { PluginDocumentSettingPanel: Panel } = window.wp.editor;
  window.wp.plugins.registerPlugin('site-companion-links', {
    icon: null,
    render: () =>
      el(Panel, { name: 'site-companion-links', title: __('Links and address', 'site-companion') }, el(Links)),
  });
})();
