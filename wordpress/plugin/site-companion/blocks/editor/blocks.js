/**
 * Registers a block for each layout of the site. A selected block shows its form; the others show their title, so that a page with many
 * sections stays short. Publishing is locked while the site could not show one of the sections.
 */
(() => {
  const { createElement: el, useEffect, useMemo, useState } = window.wp.element;
  const { getBlockType, registerBlockType } = window.wp.blocks;
  const { useBlockProps } = window.wp.blockEditor;
  const { Button } = window.wp.components;
  const { createReduxStore, register, useDispatch, useSelect } = window.wp.data;
  const { registerPlugin } = window.wp.plugins;
  const { __, _n, sprintf } = window.wp.i18n;
  const { Form, isFilled, titleOf, usePublishLock, useValidation } = window.siteCompanionBlocks;

  const PREFIX = 'site-companion/';
  const layouts = new Map(
    window.siteCompanionLayouts.map((layout) => [PREFIX + layout.layout.replaceAll('_', '-'), layout]),
  );

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

  const Card = ({ name, summary, problems, children, isOpen, onOpen }) => {
    const { title, icon } = getBlockType(name);
    return el(
      'div',
      { className: `site-companion-section ${isOpen ? 'is-open' : ''}` },
      el(
        'div',
        { className: 'site-companion-section__head' },
        el('span', { className: `dashicons dashicons-${icon.src}`, 'aria-hidden': true }),
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
  };

  const editOf = (layout) =>
    function Edit({ name, attributes, setAttributes, clientId, isSelected }) {
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
            name,
            summary: isEmptyForm ? layout.help : titleOf(values, layout.fields) || values.label || '',
            problems: isSelected ? 0 : errorsIn(problems).length,
            isOpen: isSelected,
            onOpen: isEmptyForm ? null : () => selectBlock(clientId),
          },
          isSelected &&
            !isEmptyForm &&
            el(
              'div',
              { className: 'site-companion-section__fields' },
              el('p', { className: 'site-companion-help' }, layout.help),
              el(Form, {
                fields: layout.fields,
                values,
                problems,
                onChange: (fields) => setAttributes({ fields }),
                showsAll,
              }),
            ),
        ),
      );
    };

  const EditUnknown = ({ name }) => {
    const summary = __(
      'The site does not know this kind of section and leaves it out. Its content is kept until you delete it.',
      'site-companion',
    );
    return el('div', useBlockProps(), el(Card, { name, summary, problems: 0 }));
  };

  // The server has registered their titles, icons and attributes.
  for (const [name, layout] of layouts) registerBlockType(name, { edit: editOf(layout), save: () => null });
  registerBlockType(`${PREFIX}unknown`, { edit: EditUnknown, save: () => null });

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
    usePublishLock('site-companion-blocks', text, sections[0]?.clientId);
    return null;
  };
  registerPlugin('site-companion-publish-guard', { render: PublishGuard });
})();
