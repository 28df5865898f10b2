/** The panel "Search and sharing" in the settings of the block editor: edits the item's post meta and shows a preview. */
(() => {
  const { createElement: el, useEffect, useRef } = window.wp.element;
  const { useDispatch, useSelect } = window.wp.data;
  const { BaseControl, Button, TextControl, TextareaControl, ToggleControl } = window.wp.components;
  const { MediaUpload, MediaUploadCheck } = window.wp.blockEditor;
  const { __ } = window.wp.i18n;
  // Since WordPress 6.6 this component is in `wp.editor`.
  const Panel = window.wp.editor.PluginDocumentSettingPanel ?? window.wp.editPost.PluginDocumentSettingPanel;
  const { show, advise } = window.siteCompanionSeo;
  const { meta: META, empty, maxLengths, other, ownDescription, path } = window.siteCompanionSeoPanel;

  const AS_NEW = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };

  const useSeo = () => {
    const stored = useSelect((select) => select('core/editor').getEditedPostAttribute('meta')?.[META], []);
    const { editPost } = useDispatch('core/editor');
    const seo = { ...empty, ...stored, image: { ...empty.image, ...stored?.image } };
    return [seo, (changes) => editPost({ meta: { [META]: { ...seo, ...changes } } })];
  };

  /** What the site uses for empty fields. */
  const useDefaults = () =>
    useSelect((select) => {
      const { getEditedPostAttribute } = select('core/editor');
      const featured = getEditedPostAttribute('featured_media');
      const media = featured ? select('core').getMedia(featured, { context: 'view' }) : null;
      const slug = getEditedPostAttribute('slug');
      return {
        title: getEditedPostAttribute('title') || other.title,
        description: ownDescription || getEditedPostAttribute('excerpt') || other.description,
        image: media?.source_url ?? '',
        path: slug ? `/${slug}` : path,
      };
    }, []);

  const Preview = ({ values }) => {
    const container = useRef(null);
    useEffect(() => show(container.current, values));
    return el('div', { ref: container });
  };

  const Picture = ({ image, onChange }) =>
    el(
      BaseControl,
      { __nextHasNoMarginBottom: true, help: advise.image(image) },
      el(BaseControl.VisualLabel, null, __('Picture of shared links', 'site-companion')),
      el(
        MediaUploadCheck,
        null,
        el(MediaUpload, {
          allowedTypes: ['image'],
          value: image.id,
          onSelect: ({ id, url, alt, width, height }) => onChange({ id, url, alt: alt ?? '', width, height }),
          render: ({ open }) =>
            el(Button, { variant: 'secondary', onClick: open }, __('Choose picture', 'site-companion')),
        }),
      ),
      image.url &&
        el(
          Button,
          { variant: 'link', isDestructive: true, onClick: () => onChange(empty.image), style: { marginLeft: '12px' } },
          __('Remove picture', 'site-companion'),
        ),
    );

  const Fields = () => {
    const [seo, change] = useSeo();
    const defaults = useDefaults();

    return el(
      'div',
      { className: 'site-companion-seo-panel' },
      el(TextControl, {
        ...AS_NEW,
        label: __('Title', 'site-companion'),
        value: seo.title,
        maxLength: maxLengths.title,
        placeholder: defaults.title,
        help: advise.title(seo.title || defaults.title),
        onChange: (title) => change({ title }),
      }),
      el(TextareaControl, {
        ...AS_NEW,
        label: __('Description', 'site-companion'),
        value: seo.description,
        maxLength: maxLengths.description,
        placeholder: defaults.description,
        help: advise.description(seo.description),
        rows: 3,
        onChange: (description) => change({ description }),
      }),
      el(Picture, { image: seo.image, onChange: (image) => change({ image }) }),
      el(ToggleControl, {
        ...AS_NEW,
        label: __('Hide from search engines', 'site-companion'),
        checked: seo.noindex,
        onChange: (noindex) => change({ noindex }),
      }),
      el(Preview, {
        values: {
          title: seo.title || defaults.title,
          description: seo.description || defaults.description,
          image: seo.image.url || defaults.image,
          path: defaults.path,
          noindex: seo.noindex,
        },
      }),
    );
  };

  window.wp.plugins.registerPlugin('site-companion-seo', {
    icon: null,
    render: () =>
      el(Panel, { name: 'site-companion-seo', title: __('Search and sharing', 'site-companion') }, el(Fields)),
  });
})();
