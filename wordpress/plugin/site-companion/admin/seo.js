/**
 * The panel "Search and sharing" of the block editor: the fields, which edit the item's post meta, and a preview of the search result.
 */
(() => {
  const { createElement: el, Fragment } = window.wp.element;
  const { useDispatch, useSelect } = window.wp.data;
  const { __ } = window.wp.i18n;
  const { Form, useValidation } = window.siteCompanionBlocks;
  const { site, meta: META, fields, panel } = window.siteCompanionSeo;

  const SEPARATOR = ' | ';
  /** Numbers of characters after which search engines cut off a text. */
  const LONGEST_TITLE = 60;
  const LONGEST_DESCRIPTION = 160;

  const fullTitle = (title) => (title ? `${title}${SEPARATOR}${site.name}` : site.name);

  const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text);

  /** `defaults` has what the site uses for empty fields: `title`, `description`, `path`. */
  const Preview = ({ seo, defaults }) => {
    const description =
      seo.description ||
      defaults.description ||
      site.description ||
      __('The description of the site.', 'site-companion');
    const trail = [new URL(site.url).host, ...defaults.path.split('/').filter(Boolean)].join(' › ');
    const result = [
      el('span', null, site.name),
      el('span', { className: 'site-companion-search-url' }, trail),
      el(
        'span',
        { className: 'site-companion-search-title' },
        cut(fullTitle(seo.title || defaults.title), LONGEST_TITLE + 5),
      ),
      el('span', { className: 'site-companion-search-text' }, cut(description, LONGEST_DESCRIPTION)),
    ];
    return el(
      'div',
      { className: 'site-companion-preview' },
      el('p', { className: 'site-companion-preview-label' }, __('In search results', 'site-companion')),
      el(
        'div',
        { className: 'site-companion-search' },
        ...(seo.noindex ? [__('Hidden from search engines.', 'site-companion')] : result),
      ),
    );
  };

  const PanelFields = () => {
    const { editPost } = useDispatch('core/editor');
    const seo = useSelect((select) => select('core/editor').getEditedPostAttribute('meta')?.[META], []);
    const defaults = useSelect((select) => {
      const { getEditedPostAttribute } = select('core/editor');
      if (panel.isFixed) return panel;
      const slug = getEditedPostAttribute('slug');
      return {
        title: getEditedPostAttribute('title'),
        // The site prefers the description of a page to its excerpt.
        description: panel.description || getEditedPostAttribute('excerpt'),
        // Some pages have an address without their slug.
        path: slug && slug !== panel.slug ? panel.directory + slug : panel.path,
      };
    }, []);
    const problems = useValidation(META, [], seo);
    return el(
      Fragment,
      null,
      el(
        'div',
        { className: 'site-companion-fields' },
        el(Form, {
          fields: fields.map((field) => ({ ...field, default: defaults[field.name] })),
          values: seo,
          problems,
          onChange: (values) => editPost({ meta: { [META]: values } }),
        }),
      ),
      el(Preview, { seo, defaults }),
    );
  };

  const { PluginDocumentSettingPanel: Panel } = window.wp.editor;
  const title = __('Search and sharing', 'site-companion');
  window.wp.plugins.registerPlugin('site-companion-seo', {
    icon: null,
    render: () =>
      el(
        Panel,
        { name: 'site-companion-seo', title },
        el('div', { className: 'site-companion-form site-companion-seo-panel' }, el(PanelFields)),
      ),
  });
})();
