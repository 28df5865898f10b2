/** Advice in the block editor, before publishing and beside the block. The server finds errors (`validate_texts`). */
(() => {
  const { createElement: el, Fragment } = window.wp.element;
  const { Button, Notice } = window.wp.components;
  const { createHigherOrderComponent } = window.wp.compose;
  const { dispatch, useSelect } = window.wp.data;
  const { PluginPrePublishPanel } = window.wp.editor;
  const { addFilter } = window.wp.hooks;
  const { __, _n, sprintf } = window.wp.i18n;

  const NO_ALT = __(
    'This picture has no alternative text. Describe what it shows, for visitors who cannot see it.',
    'site-companion',
  );

  /** Whether a block shows a picture that nobody has described. Galleries consist of blocks of the type `core/image`. */
  const lacksAlternativeText = ({ name, attributes }) =>
    (name === 'core/image' && Boolean(attributes.url) && !attributes.alt?.trim() && !attributes.isDecorative) ||
    (name === 'core/media-text' &&
      attributes.mediaType === 'image' &&
      Boolean(attributes.mediaUrl) &&
      !attributes.mediaAlt?.trim());

  /** For example a picture that was pasted from Word. */
  const lacksFile = ({ name, attributes }) => name === 'core/image' && !attributes.url && !attributes.blob;

  const flatten = (blocks) => blocks.flatMap((block) => [block, ...flatten(block.innerBlocks)]);

  const useChecks = () =>
    useSelect((get) => {
      const editor = get('core/editor');
      return {
        blocks: get('core/block-editor').getBlocks(),
        titleLength: editor.getEditedPostAttribute('title')?.trim().length ?? 0,
        hasPassword: Boolean(editor.getEditedPostAttribute('password')),
        lacksTopic:
          editor.getCurrentPostType() === 'faq' && (editor.getEditedPostAttribute('faq-topics') ?? []).length === 0,
        lacksCategory:
          editor.getCurrentPostType() === 'post' && (editor.getEditedPostAttribute('categories') ?? []).length === 0,
      };
    }, []);

  const showBlock = (clientId) => () => {
    dispatch('core/editor').closePublishSidebar();
    dispatch('core/block-editor').selectBlock(clientId);
  };

  const Advice = ({ text, clientId }) =>
    el(
      'p',
      null,
      text,
      clientId && ' ',
      clientId && el(Button, { variant: 'link', onClick: showBlock(clientId) }, __('Show it', 'site-companion')),
    );

  const Checks = () => {
    const { blocks, titleLength, hasPassword, lacksCategory, lacksTopic } = useChecks();
    const all = flatten(blocks);
    const pictures = all.filter(lacksAlternativeText);
    const withoutFile = all.find(lacksFile);

    const advice = [
      titleLength > window.siteCompanionTitleLength && {
        text: sprintf(
          /* translators: 1: number of characters, 2: recommended number of characters. */
          __('The title has %1$d characters. More than %2$d may not fit.', 'site-companion'),
          titleLength,
          window.siteCompanionTitleLength,
        ),
      },
      hasPassword && { text: __('The site does not show items with a password.', 'site-companion') },
      lacksCategory && {
        text: __(
          'No category is chosen. The article appears under News, but not in the list of a category.',
          'site-companion',
        ),
      },
      lacksTopic && {
        text: __('No topic is chosen. The FAQ page shows this question after all topics.', 'site-companion'),
      },
      pictures.length > 0 && {
        text: sprintf(
          /* translators: %d: number of pictures. */
          _n(
            '%d picture has no alternative text.',
            '%d pictures have no alternative text.',
            pictures.length,
            'site-companion',
          ),
          pictures.length,
        ),
        clientId: pictures[0].clientId,
      },
      withoutFile && {
        text: __('A picture has no file. Choose one, or the site leaves the picture out.', 'site-companion'),
        clientId: withoutFile.clientId,
      },
    ].filter(Boolean);
    if (advice.length === 0) return null;
    return el(
      PluginPrePublishPanel,
      { title: __('Please look at', 'site-companion'), initialOpen: true, className: 'site-companion-advice' },
      advice.map((one) => el(Advice, { key: one.text, ...one })),
    );
  };

  window.wp.plugins.registerPlugin('site-companion-publish-checks', { icon: null, render: Checks });

  /** Shows the hint below the selected picture. Tabs of the block's settings may hide it there. */
  const withHint = createHigherOrderComponent(
    (BlockEdit) => (props) =>
      el(
        Fragment,
        null,
        el(BlockEdit, props),
        props.isSelected &&
          lacksAlternativeText(props) &&
          el(Notice, { status: 'warning', isDismissible: false }, NO_ALT),
      ),
    'withAlternativeTextHint',
  );
  addFilter('editor.BlockEdit', 'site-companion/alternative-text', withHint);
})();
