/**
 * The panel "Search and sharing" of the block editor, with a preview of the search result and the shared link. It edits the item's post meta.
 */
(() => {
  const { createElement: el } = window.wp.element;
  const { BaseControl, Button, TextControl, TextareaControl, ToggleControl } = window.wp.components;
  const { useDispatch, useSelect } = window.wp.data;
  const { MediaUpload } = window.wp.mediaUtils;
  const { __, sprintf } = window.wp.i18n;
  const { site, meta: META, empty, maxLengths, panel } = window.siteCompanionSeo;

  const AS_NEW = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };
  const SEPARATOR = ' | ';
  /** Recommended numbers of characters. Search engines cut off longer texts. */
  const LONGEST_TITLE = 60;
  const LONGEST_DESCRIPTION = 160;
  const SHORTEST_DESCRIPTION = 50;
  /** The size of the picture of a shared link. */
  const CARD = { width: 1200, height: 630 };

  const fullTitle = (title) => (title ? `${title}${SEPARATOR}${site.name}` : site.name);

  const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text);

  const adviseTitle = (title) => {
    const { length } = fullTitle(title);
    const advice =
      length > LONGEST_TITLE
        ? /* translators: 1: number of characters, 2: recommended maximum. */
          __('%1$d characters with the name of the site: search results may cut it off after %2$d.', 'site-companion')
        : /* translators: 1: number of characters, 2: recommended maximum. */
          __('%1$d of %2$d characters, with the name of the site.', 'site-companion');
    return sprintf(advice, length, LONGEST_TITLE);
  };

  const adviseDescription = ({ length }) => {
    /* translators: 1: number of characters, 2: recommended maximum. */
    const count = sprintf(__('%1$d of %2$d characters.', 'site-companion'), length, LONGEST_DESCRIPTION);
    if (length > LONGEST_DESCRIPTION) return `${count} ${__('Search results may cut it off.', 'site-companion')}`;
    if (length > 0 && length < SHORTEST_DESCRIPTION)
      return `${count} ${__('A little more would help.', 'site-companion')}`;
    return count;
  };

  const adviseImage = ({ url, width, height }) => {
    if (!url)
      return __('Without one: the featured image if there is one, otherwise a card with the title.', 'site-companion');
    const advice =
      width < CARD.width || height < CARD.height
        ? /* translators: 1: width, 2: height of the picture, 3: recommended width, 4: recommended height. */
          sprintf(
            __('%1$d × %2$d pixels: smaller than %3$d × %4$d, so it may look blurred.', 'site-companion'),
            width,
            height,
            CARD.width,
            CARD.height,
          )
        : /* translators: 1: width, 2: height of the picture. */
          sprintf(__('Cut to %1$d × %2$d pixels.', 'site-companion'), CARD.width, CARD.height);
    return advice;
  };

  const Picture = ({ image, onChange }) =>
    el(
      BaseControl,
      { __nextHasNoMarginBottom: true, help: adviseImage(image) },
      el(BaseControl.VisualLabel, null, __('Picture of shared links', 'site-companion')),
      el(MediaUpload, {
        allowedTypes: ['image'],
        value: image.id,
        onSelect: ({ id, url, alt, width, height }) => onChange({ id, url, alt: alt ?? '', width, height }),
        render: ({ open }) =>
          el(Button, { variant: 'secondary', onClick: open }, __('Choose picture', 'site-companion')),
      }),
      image.url &&
        el(
          Button,
          { variant: 'link', isDestructive: true, onClick: () => onChange(empty.image), style: { marginLeft: '12px' } },
          __('Remove picture', 'site-companion'),
        ),
    );

  const SearchResult = ({ title, description, path, noindex }) => {
    if (noindex)
      return el(
        'div',
        { className: 'site-companion-search' },
        el('p', { className: 'site-companion-hidden' }, __('Hidden from search engines.', 'site-companion')),
      );
    const trail = [new URL(site.url).host, ...path.split('/').filter(Boolean)].join(' › ');
    return el(
      'div',
      { className: 'site-companion-search' },
      el('span', null, site.name),
      el('span', { className: 'site-companion-search-url' }, trail),
      el('span', { className: 'site-companion-search-title' }, cut(fullTitle(title), LONGEST_TITLE + 5)),
      el('span', { className: 'site-companion-search-text' }, cut(description, LONGEST_DESCRIPTION)),
    );
  };

  const SharedLink = ({ title, description, image }) =>
    el(
      'div',
      { className: 'site-companion-card' },
      image
        ? el('img', { className: 'site-companion-card-picture', src: image, alt: '' })
        : el(
            'div',
            { className: 'site-companion-card-drawn' },
            el('span', null, site.name),
            el('strong', null, title || site.description || site.name),
          ),
      el(
        'div',
        { className: 'site-companion-card-words' },
        el('span', { className: 'site-companion-card-host' }, new URL(site.url).host),
        el('strong', null, fullTitle(title)),
        el('span', null, description),
      ),
    );

  /** `defaults` has what the site uses for empty fields: `title`, `description`, `image` (its URL), `path`. */
  const Fields = ({ seo, defaults, onChange }) => {
    const shown = {
      title: seo.title || defaults.title,
      description:
        seo.description ||
        defaults.description ||
        site.description ||
        __('The description of the site.', 'site-companion'),
      image: seo.image.url || defaults.image,
      path: defaults.path,
      noindex: seo.noindex,
    };
    return el(
      'div',
      { className: 'site-companion-seo-fields' },
      el(
        'div',
        null,
        el(TextControl, {
          ...AS_NEW,
          id: 'site-companion-seo-title',
          label: __('Title', 'site-companion'),
          value: seo.title,
          maxLength: maxLengths.title,
          placeholder: defaults.title,
          help: adviseTitle(shown.title),
          onChange: (title) => onChange({ title }),
        }),
        el(TextareaControl, {
          ...AS_NEW,
          label: __('Description', 'site-companion'),
          value: seo.description,
          maxLength: maxLengths.description,
          placeholder: defaults.description,
          help: adviseDescription(seo.description),
          rows: 3,
          onChange: (description) => onChange({ description }),
        }),
        el(Picture, { image: seo.image, onChange: (image) => onChange({ image }) }),
        el(ToggleControl, {
          ...AS_NEW,
          label: __('Hide from search engines', 'site-companion'),
          checked: seo.noindex,
          onChange: (noindex) => onChange({ noindex }),
        }),
      ),
      el(
        'div',
        { className: 'site-companion-preview' },
        el('p', { className: 'site-companion-preview-label' }, __('In search results', 'site-companion')),
        el(SearchResult, shown),
        el('p', { className: 'site-companion-preview-label' }, __('As a shared link', 'site-companion')),
        el(SharedLink, shown),
      ),
    );
  };

  const complete = (seo) => ({ ...empty, ...seo, image: { ...empty.image, ...seo?.image } });

  const PanelFields = () => {
    const { editPost } = useDispatch('core/editor');
    const stored = useSelect((select) => select('core/editor').getEditedPostAttribute('meta')?.[META], []);
    const defaults = useSelect((select) => {
      const { getEditedPostAttribute } = select('core/editor');
      if (panel.isFixed) return panel;
      const featured = getEditedPostAttribute('featured_media');
      const media = featured ? select('core').getMedia(featured, { context: 'view' }) : null;
      const slug = getEditedPostAttribute('slug');
      return {
        title: getEditedPostAttribute('title') || panel.title,
        // The site prefers the description of a page to its excerpt.
        description: panel.description || getEditedPostAttribute('excerpt'),
        image: media?.source_url ?? '',
        path: slug ? panel.directory + slug : panel.path,
      };
    }, []);
    const seo = complete(stored);
    return el(Fields, { seo, defaults, onChange: (changes) => editPost({ meta: { [META]: { ...seo, ...changes } } }) });
  };

  const { PluginDocumentSettingPanel: Panel } = window.wp.editor;
  const title = __('Search and sharing', 'site-companion');
  window.wp.plugins.registerPlugin('site-companion-seo', {
    icon: null,
    render: () =>
      el(
        Panel,
        { name: 'site-companion-seo', title },
        el('div', { className: 'site-companion-seo-panel' }, el(PanelFields)),
      ),
  });
})();
