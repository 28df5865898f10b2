/**
 * Renders the fields of an item in the block editor, which edits its post meta: in a block or in a panel (item-form.php). The server
 * validates the values while the editor types.
 */
(() => {
  const { data, element, i18n } = window.wp;
  const { createElement: el, useMemo } = element;
  const { Form, usePublishLock, useValidation } = window.siteCompanionBlocks;
  const { __ } = i18n;

  const panel = window.siteCompanionPanel;
  const { PluginDocumentSettingPanel: Panel } = window.wp.editor;

  const useFields = () => {
    const json = data.useSelect((get) => get('core/editor').getEditedPostAttribute('meta')?.[panel.meta] ?? '', []);
    const values = useMemo(() => JSON.parse(json || '{}'), [json]);
    const problems = useValidation(panel.form, [], values);
    const sentences = problems
      .filter((problem) => problem.is_error)
      .map(({ label, message }) => `${label}: ${message}`)
      .join(' ');
    const introduction = __('Correct the details in red before you publish.', 'site-companion');
    usePublishLock('site-companion-fields', sentences && `${introduction} ${sentences}`);
    const onChange = (next) => data.dispatch('core/editor').editPost({ meta: { [panel.meta]: JSON.stringify(next) } });
    const { fields, questions } = panel;
    return el(
      'div',
      { className: 'site-companion-fields' },
      el(Form, { fields, questions, values, problems, onChange }),
    );
  };

  const ItemPanel = () => {
    const fields = useFields();
    return el(
      Panel,
      { name: 'site-companion-fields', title: panel.title },
      el('div', { className: 'site-companion-form' }, fields),
    );
  };

  const ItemBlock = () => {
    const fields = useFields();
    return el(
      'div',
      window.wp.blockEditor.useBlockProps({ className: 'site-companion-form' }),
      panel.isUnused &&
        el(
          window.wp.components.Notice,
          { status: 'warning', isDismissible: false },
          __(
            'Advanced Custom Fields manages this page: edit it on its options page. What you see here is not used.',
            'site-companion',
          ),
        ),
      fields,
    );
  };

  const Aside = () =>
    el(
      Panel,
      { name: 'site-companion-aside', title: __('Automatic redirects', 'site-companion') },
      el(element.RawHTML, null, panel.aside),
    );

  if (panel.aside) window.wp.plugins.registerPlugin('site-companion-aside', { icon: null, render: Aside });
  if (panel.isInText) {
    window.wp.blocks.registerBlockType('site-companion-form/fields', {
      apiVersion: 3,
      title: panel.title,
      category: 'site-sections',
      supports: {
        className: false,
        customClassName: false,
        html: false,
        inserter: false,
        renaming: false,
        lock: false,
        reusable: false,
        __experimentalToolbar: false,
      },
      edit: ItemBlock,
      save: () => null,
    });
  } else {
    window.wp.plugins.registerPlugin('site-companion-fields', { icon: null, render: ItemPanel });
  }
})();
