/**
 * Renders the forms of events, questions, posts, pages, the home page, the FAQ page and the order of questions. A hidden input has the
 * values as JSON. The server validates them while the editor types.
 */
window.wp.domReady(() => {
  const { apiFetch, data, element, i18n } = window.wp;
  const { createElement: el, createRoot, useEffect, useRef, useState } = element;
  const { FieldList, FormContext } = window.siteCompanionBlocks;
  const { __ } = i18n;
  const VALIDATION_DELAY_MS = 500;
  const LOCK = 'site-companion-fields';

  const isBlockEditor = document.body.classList.contains('block-editor-page');
  let isDirty = false;

  /**
   * Locks publishing in the block editor while there are errors, because that editor does not show the notices that the server renders.
   * Drafts can always be saved.
   */
  const guardBlockEditor = (input, id) => {
    const editor = data.select('core/editor');
    // The editor saves the item before its meta boxes. So the values of the form are added to the request, where the server validates them.
    apiFetch.use((options, next) => {
      const isSave = /^\/wp\/v2\/[\w-]+\/\d+(?:\?|$)/.test(options.path ?? '') && options.data;
      if (!isSave || !options.path.includes(`/${id}`)) return next(options);
      return next({ ...options, data: { ...options.data, site_companion_form: input.value } });
    });
    let errors = [];
    let isLocked = false;
    const update = () => {
      const isPublishing = editor.isPublishSidebarOpened?.() || editor.getEditedPostAttribute('status') !== 'draft';
      const mustLock = errors.length > 0 && isPublishing && editor.getCurrentPostId() > 0;
      if (mustLock === isLocked) return;
      isLocked = mustLock;
      const { lockPostSaving, unlockPostSaving } = data.dispatch('core/editor');
      const { createErrorNotice, removeNotice } = data.dispatch('core/notices');
      if (isLocked) {
        lockPostSaving(LOCK);
        const sentences = errors.map(({ label, message }) => `${label}: ${message}`).join(' ');
        const introduction = __('Correct the details in red before you publish.', 'site-companion');
        createErrorNotice(`${introduction} ${sentences}`, { id: LOCK, isDismissible: false });
      } else {
        unlockPostSaving(LOCK);
        removeNotice(LOCK);
      }
    };
    data.subscribe(update);
    return (problems) => {
      errors = problems.filter((problem) => problem.is_error);
      update();
    };
  };

  const Form = ({ input, description, onValidated }) => {
    const { form, fields, site } = description;
    const [values, setValues] = useState(description.values);
    const [problems, setProblems] = useState(description.problems);
    const timer = useRef(0);
    const latest = useRef(0);

    /** Only the response to the latest request counts. Errors are ignored, because saving validates again. */
    const validate = async () => {
      latest.current += 1;
      const current = latest.current;
      const request = {
        path: '/site-companion/v1/validation',
        method: 'POST',
        data: { type: form, values: input.value },
      };
      const found = await apiFetch(request).catch(() => null);
      if (found === null || current !== latest.current) return;
      setProblems(found);
      onValidated(found);
    };
    useEffect(() => {
      // A draft opens without its errors, but must not be published with them.
      if (isBlockEditor) void validate();
    }, []);
    const change = (next) => {
      isDirty = true;
      input.value = JSON.stringify(next);
      setValues(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(validate, VALIDATION_DELAY_MS);
    };

    return el(
      FormContext.Provider,
      { value: { problems, site } },
      el(
        'div',
        { className: 'site-companion-fields' },
        el(FieldList, {
          fields,
          values,
          onChange: change,
          path: '',
          showsAll: description.problems.some((problem) => problem.is_error),
        }),
      ),
    );
  };

  for (const container of document.querySelectorAll('.site-companion-form')) {
    const input = container.querySelector('input');
    const description = JSON.parse(container.dataset.form);
    const onValidated = isBlockEditor ? guardBlockEditor(input, description.id) : () => undefined;
    onValidated(description.problems);
    const root = container.querySelector('.site-companion-form-root');
    createRoot(root).render(el(Form, { input, description, onValidated }));
    container.closest('form')?.addEventListener('submit', ({ submitter }) => {
      // A preview saves nothing.
      const isPreview = submitter?.name === 'preview' || document.getElementById('wp-preview')?.value === 'dopreview';
      if (!isPreview) isDirty = false;
    });
  }

  // The block editor has its own warning about unsaved changes, which includes meta boxes.
  window.addEventListener('beforeunload', (event) => {
    if (isDirty && !isBlockEditor) event.preventDefault();
  });
});
