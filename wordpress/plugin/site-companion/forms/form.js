/**
 * Renders the forms of events, questions, the home page, the FAQ page, the site and the order of questions, whose values are JSON in a
 * hidden input, and the panel of the block editor, which edits post meta. The server validates the values while the editor types.
 */
(() => {
  const { apiFetch, data, element, i18n } = window.wp;
  const { createElement: el, createRoot, useEffect, useMemo, useRef, useState } = element;
  const { FieldList, FormContext } = window.siteCompanionBlocks;
  const { __ } = i18n;
  const VALIDATION_DELAY_MS = 500;
  const LOCK = 'site-companion-fields';

  /** Only the response to the latest request counts. Errors are ignored, because saving validates again. */
  const useValidation = (form, initial, values, validatesAtOnce) => {
    const [problems, setProblems] = useState(initial);
    const isFirst = useRef(!validatesAtOnce);
    useEffect(() => {
      if (isFirst.current) {
        isFirst.current = false;
        return undefined;
      }
      const abort = new AbortController();
      const validate = () =>
        apiFetch({
          path: '/site-companion/v1/validation',
          method: 'POST',
          data: { type: form, values: JSON.stringify(values) },
          signal: abort.signal,
        }).then(setProblems, () => undefined);
      const timer = setTimeout(validate, VALIDATION_DELAY_MS);
      return () => {
        clearTimeout(timer);
        abort.abort();
      };
    }, [form, values]);
    return problems;
  };

  const Fields = ({ description, values, problems, onChange }) =>
    el(
      FormContext.Provider,
      { value: { problems, site: description.site } },
      el(
        'div',
        { className: 'site-companion-fields' },
        el(FieldList, {
          fields: description.fields,
          values,
          onChange,
          path: '',
          showsAll: description.problems.some((problem) => problem.is_error),
        }),
      ),
    );

  let isDirty = false;

  const Form = ({ input, description }) => {
    const [values, setValues] = useState(description.values);
    const problems = useValidation(description.form, description.problems, values, false);
    const change = (next) => {
      isDirty = true;
      input.value = JSON.stringify(next);
      setValues(next);
    };
    return el(Fields, { description, values, problems, onChange: change });
  };

  window.wp.domReady(() => {
    for (const container of document.querySelectorAll('.site-companion-form')) {
      const description = JSON.parse(container.dataset.form);
      const input = container.querySelector('input');
      createRoot(container.querySelector('.site-companion-form-root')).render(el(Form, { input, description }));
      container.closest('form')?.addEventListener('submit', ({ submitter }) => {
        // A preview saves nothing.
        const isPreview = submitter?.name === 'preview' || document.getElementById('wp-preview')?.value === 'dopreview';
        if (!isPreview) isDirty = false;
      });
    }
  });

  window.addEventListener('beforeunload', (event) => {
    if (isDirty) event.preventDefault();
  });

  const panel = window.siteCompanionPanel;
  if (!panel) return;
  // Since WordPress 6.6 this component is in `wp.editor`.
  const Panel = window.wp.editor.PluginDocumentSettingPanel ?? window.wp.editPost.PluginDocumentSettingPanel;

  /** Locks publishing while there are errors. Drafts can always be saved. */
  const useLock = (problems) => {
    const isPublic = data.useSelect((get) => {
      const editor = get('core/editor');
      return editor.isPublishSidebarOpened?.() === true || editor.getEditedPostAttribute('status') !== 'draft';
    }, []);
    const sentences = problems
      .filter((problem) => problem.is_error)
      .map(({ label, message }) => `${label}: ${message}`)
      .join(' ');
    useEffect(() => {
      if (!isPublic || sentences === '') return undefined;
      const introduction = __('Correct the details in red before you publish.', 'site-companion');
      data.dispatch('core/editor').lockPostSaving(LOCK);
      data
        .dispatch('core/notices')
        .createErrorNotice(`${introduction} ${sentences}`, { id: LOCK, isDismissible: false });
      return () => {
        data.dispatch('core/editor').unlockPostSaving(LOCK);
        data.dispatch('core/notices').removeNotice(LOCK);
      };
    }, [isPublic, sentences]);
  };

  const parse = (json) => {
    try {
      return JSON.parse(json || '{}');
    } catch {
      return {};
    }
  };

  const ItemPanel = () => {
    const json = data.useSelect((get) => get('core/editor').getEditedPostAttribute('meta')?.[panel.meta] ?? '', []);
    // The description has the URLs of pictures, which the stored values lack.
    const [shown, setShown] = useState({ json, values: panel.values });
    const values = useMemo(() => (json === shown.json ? shown.values : parse(json)), [json, shown]);
    const problems = useValidation(panel.form, [], values, true);
    useLock(problems);
    const change = (next) => {
      const changed = JSON.stringify(next);
      setShown({ json: changed, values: next });
      data.dispatch('core/editor').editPost({ meta: { [panel.meta]: changed } });
    };
    return el(
      Panel,
      { name: 'site-companion-fields', title: panel.title },
      el(
        'div',
        { className: 'site-companion-form' },
        el(Fields, { description: panel, values, problems, onChange: change }),
      ),
    );
  };

  window.wp.plugins.registerPlugin('site-companion-fields', { icon: null, render: ItemPanel });
})();
