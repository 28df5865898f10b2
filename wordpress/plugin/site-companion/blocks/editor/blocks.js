/**
 * Registers a block for each layout of the site. A selected block shows its form; the others show their title, so that a page with many
 * sections stays short. Publishing is locked while the site could not show one of the sections.
 */
(() => {
  const { createElement: el, useEffect, useMemo, useState } = window.wp.element;
  const { registerBlockType } = window.wp.blocks;
  const { useBlockProps } = window.wp.blockEditor;
  const { Button } = window.wp.components;
  const { createReduxStore, register, useDispatch, useSelect } = window.wp.data;
  const { registerPlugin } = window.wp.plugins;
  const { __, _n, sprintf } = window.wp.i18n;
  const data = window.siteCompanionBlocks;
  const { FieldList, FormContext, isFilled, titleOf, types, useValidation } = data;

  const PREFIX = 'site-companion/';
  const layouts = new Map(data.layouts.map((layout) => [PREFIX + layout.layout.replaceAll('_', '-'), layout]));

  /** The fields may be `[]` instead of an object, because that is how ACF writes an empty value. */
  const fieldsOf = ({ fields }) => (fields && !Array.isArray(fields) ? fields : {});

  /** The problems of each section that the server has found, by the id of its block. */
  const PROBLEMS = 'site-companion/problems';
  const NONE = [];
  register(
    createReduxStore(PROBLEMS, {
      reducer: (state = {}, action) => (action.type === 'SET' ? action.problems : state),
      actions: { setProblems: (problems) => ({ type: 'SET', problems }) },
      selectors: { getProblems: (state, clientId) => state[clientId] ?? NONE },
    }),
  );
  const errorsIn = (problems) => problems.filter((problem) => problem.is_error);

  const Card = ({ title, icon, summary, problems, children, isOpen, onOpen }) =>
    el(
      'div',
      { className: `site-companion-section ${isOpen ? 'is-open' : ''}` },
      el(
        'div',
        { className: 'site-companion-section__head' },
        el('span', { className: `dashicons dashicons-${icon}`, 'aria-hidden': true }),
        el('span', { className: 'site-companion-section__type' }, title),
        el('span', { className: 'site-companion-section__summary' }, summary),
        problems > 0 &&
          el(
            'span',
            { className: 'site-companion-problem' },
            /* translators: %d: number of problems. */
            sprintf(_n('%d thing to complete', '%d things to complete', problems, 'site-companion'), problems),
          ),
        !isOpen &&
          onOpen &&
          el(Button, { size: 'small', variant: 'secondary', onClick: onOpen }, __('Edit', 'site-companion')),
      ),
      children,
    );

  const editOf = (layout, { title, icon, description }) =>
    function Edit({ attributes, setAttributes, clientId, isSelected }) {
      const { selectBlock } = useDispatch('core/block-editor');
      const values = fieldsOf(attributes);
      const problems = useSelect((get) => get(PROBLEMS).getProblems(clientId), [clientId]);
      const [showsAll] = useState(() => isFilled(values, layout.fields));
      const isEmptyForm = layout.fields.length === 0;
      return el(
        'div',
        useBlockProps(),
        el(
          Card,
          {
            title,
            icon,
            summary: isEmptyForm ? description : titleOf(values, layout.fields) || values.label || '',
            problems: isSelected ? 0 : errorsIn(problems).length,
            isOpen: isSelected,
            onOpen: isEmptyForm ? null : () => selectBlock(clientId),
          },
          isSelected &&
            !isEmptyForm &&
            el(
              'div',
              { className: 'site-companion-section__fields' },
              el('p', { className: 'site-companion-help' }, description),
              el(
                FormContext.Provider,
                { value: { problems, site: data.site } },
                el(FieldList, {
                  fields: layout.fields,
                  values,
                  onChange: (fields) => setAttributes({ fields }),
                  path: '',
                  showsAll,
                }),
              ),
            ),
        ),
      );
    };

  const EditUnknown = () => {
    const { title, icon } = types[`${PREFIX}unknown`];
    const text = __(
      'The site does not know this kind of section and leaves it out. Its content is kept until you delete it.',
      'site-companion',
    );
    return el('div', useBlockProps(), el(Card, { title, icon, summary: text, problems: 0 }));
  };

  for (const [name, type] of Object.entries(types)) {
    const { api_version: apiVersion, ...settings } = type;
    const layout = layouts.get(name);
    registerBlockType(name, {
      ...settings,
      apiVersion,
      edit: layout ? editOf(layout, type) : EditUnknown,
      save: () => null,
    });
  }

  /** The sections with errors, in the order of the page. Validates them after each change. */
  const useInvalidSections = () => {
    const blocks = useSelect((get) => get('core/block-editor').getBlocks(), []);
    const sections = useMemo(
      () => window.siteCompanionSections.withInner(blocks).filter(({ name }) => layouts.has(name)),
      [blocks],
    );
    const rows = useMemo(
      () =>
        Object.fromEntries(
          sections.map(({ name, attributes, clientId }) => [
            clientId,
            { acf_fc_layout: layouts.get(name).layout, ...fieldsOf(attributes) },
          ]),
        ),
      [sections],
    );
    const problems = useValidation('sections', {}, rows);
    const { setProblems } = useDispatch(PROBLEMS);
    useEffect(() => {
      setProblems(problems);
    }, [problems]);
    return sections.flatMap(({ name, clientId }) => {
      const errors = errorsIn(problems[clientId] ?? NONE);
      return errors.length > 0 ? [{ clientId, title: layouts.get(name).label, errors }] : [];
    });
  };

  const PublishGuard = () => {
    const sections = useInvalidSections();
    const text = sections.map(({ title, errors: [first] }) => `${title}: ${first.label}: ${first.message}`).join(' ');
    window.siteCompanionUsePublishLock('site-companion-blocks', text, sections[0]?.clientId);
    return null;
  };
  registerPlugin('site-companion-publish-guard', { render: PublishGuard });
})();
