/**
 * Makes the forms that the server renders interactive: pictures from the media library; adding, moving and removing rows; and validation
 * by the server while the editor types.
 */
// Runs when the document is ready, because WordPress prints the settings of its editor after this script.
window.jQuery(() => {
  const { jQuery, wp, siteCompanionForm } = window;
  const forms = document.querySelectorAll('[data-form]');
  if (forms.length === 0 || !siteCompanionForm) return;

  const { texts } = siteCompanionForm;
  const VALIDATION_DELAY_MS = 500;
  /** Longer lists start with collapsed rows, which are easier to find and move. */
  const EXPANDED_ROWS = 3;

  /** The block editor moves this module from `wp.editor` to `wp.oldEditor`. */
  const classicEditor = wp.oldEditor ?? wp.editor;

  let nextRow = 1;
  let isDirty = false;

  const fill = (text, ...values) =>
    values.reduce(
      (filled, value, index) => filled.replace(new RegExp(`%(?:${index + 1}\\$)?[sd]`), () => String(value)),
      text,
    );

  const rowsOf = (list) => [...list.children].filter((child) => child.matches('[data-row]'));

  const listOf = (row) => row.closest('[data-rows]');

  /** The path of a field or row, such as `people.0.name`, as in the problems that the server returns. */
  const pathOf = (element, form) => {
    const parts = [];
    for (let node = element; node && node !== form; node = node.parentElement) {
      if (node.dataset.name) parts.unshift(node.dataset.name);
      else if (node.matches('[data-row]')) parts.unshift(String(rowsOf(node.parentElement).indexOf(node)));
    }
    return parts.join('.');
  };

  const labelOf = (row) => {
    const index = rowsOf(listOf(row)).indexOf(row) + 1;
    const isListRow =
      row.closest('[data-list]') === listOf(row).closest('[data-list]') && !listOf(row).closest('[data-gallery]');
    const label = isListRow ? listOf(row).closest('[data-list]').dataset.itemLabel : texts.picture;
    return `${label} ${index}`;
  };

  const nameOf = (row) => {
    const input = row.querySelector(
      '[data-row-body] input[type="text"], [data-row-body] textarea:not([data-image-field])',
    );
    return (
      input?.value
        .replace(/<[^>]+>/g, '')
        .trim()
        .slice(0, 60) ?? ''
    );
  };

  const showThumbnail = (row) => {
    const thumbnail = row.querySelector(':scope > * > [data-row-thumbnail]');
    if (!thumbnail) return;
    const source = row.querySelector('[data-preview]:not([hidden])')?.getAttribute('src') ?? '';
    thumbnail.hidden = source === '';
    if (source !== '') thumbnail.src = source;
  };

  /** Updates the labels and thumbnails of the rows, and disables buttons that would have no effect. */
  const refreshRows = (list) => {
    const rows = rowsOf(list);
    for (const [index, row] of rows.entries()) {
      const head = row.querySelector('.site-companion-row-head');
      head.querySelector('[data-row-number]').textContent = labelOf(row);
      const name = head.querySelector('[data-row-name]');
      if (name && !row.hasAttribute('data-fixed-name')) name.textContent = nameOf(row);
      showThumbnail(row);
      head.querySelector('[data-action="up"]').disabled = index === 0;
      head.querySelector('[data-action="down"]').disabled = index === rows.length - 1;
    }
  };

  const setExpanded = (row, isExpanded) => {
    row.classList.toggle('is-collapsed', !isExpanded);
    row.querySelector('[data-action="toggle"]')?.setAttribute('aria-expanded', String(isExpanded));
  };

  // A TinyMCE editor loses its content when its element moves, so editors are removed before a move and added again after it.
  const htmlFieldsIn = (element) => [...element.querySelectorAll('textarea[data-html]')];

  const addEditors = (element) => {
    for (const { id, dataset } of htmlFieldsIn(element)) {
      classicEditor.initialize(id, {
        tinymce: {
          // Values of the type `html` are stored with `<p>` elements.
          wpautop: dataset.html !== 'html',
          toolbar1: 'formatselect,bold,italic,bullist,numlist,blockquote,link,unlink,undo,redo',
          setup: (editor) =>
            editor.on('change keyup', () => {
              editor.save();
              onChange(document.getElementById(id));
            }),
        },
        quicktags: true,
      });
    }
  };

  const removeEditors = (element) => {
    for (const { id } of htmlFieldsIn(element)) classicEditor.remove(id);
  };

  const makeSortable = (list) => {
    jQuery(list).sortable({
      handle: '[data-handle]',
      items: '> [data-row]',
      placeholder: 'site-companion-placeholder',
      forcePlaceholderSize: true,
      tolerance: 'pointer',
      start: (_, { item }) => removeEditors(item[0]),
      stop: (_, { item }) => {
        addEditors(item[0]);
        announcePosition(item[0]);
        onChange(item[0]);
      },
    });
  };

  const announcePosition = (row) => {
    const rows = rowsOf(listOf(row));
    const name = nameOf(row) || row.querySelector('[data-row-name]')?.textContent || texts.picture;
    wp.a11y.speak(fill(texts.moved, name, rows.indexOf(row) + 1, rows.length));
  };

  const prepare = (element) => {
    for (const list of element.querySelectorAll('[data-rows]')) {
      makeSortable(list);
      refreshRows(list);
    }
    addEditors(element);
  };

  /** Adds a row from the template of a list or gallery. */
  const addRow = (container) => {
    const template = container.querySelector(':scope > template');
    const holder = document.createElement('template');
    holder.innerHTML = template.innerHTML.replaceAll(template.dataset.template, `n${nextRow}`);
    nextRow += 1;
    const row = holder.content.firstElementChild;
    container.querySelector(':scope > [data-rows]').append(row);
    prepare(row);
    refreshRows(listOf(row));
    return row;
  };

  const chooseImages = (isMultiple, onSelect) => {
    const frame = wp.media({
      title: isMultiple ? texts.choosePictures : texts.choosePicture,
      button: { text: texts.use },
      library: { type: 'image' },
      multiple: isMultiple ? 'add' : false,
    });
    frame.on('select', () => onSelect(frame.state().get('selection').toJSON()));
    frame.open();
  };

  /** Shows the file name in place of a picture that cannot be loaded, for example a file of the site while the site is down. */
  const showFileName = (preview) => {
    const source = preview.getAttribute('src') ?? '';
    if (!preview.matches('[data-preview]') || source === '' || preview.hidden) return;
    preview.hidden = true;
    preview.after(source.split('/').at(-1));
    const row = preview.closest('[data-row]');
    if (row) showThumbnail(row);
  };

  /** Shows an image of the library, or nothing for null. */
  const setImage = (element, image) => {
    const picture = element.querySelector('[data-picture]');
    const preview = picture.querySelector('[data-preview]');
    const values = { id: image?.id ?? '', alt: image?.alt ?? '' };
    for (const field of picture.querySelectorAll('[data-image-field]'))
      field.value = values[field.dataset.imageField] ?? '';
    picture.hidden = image === null;
    preview.hidden = image === null;
    preview.src = image === null ? '' : (image.sizes?.medium ?? image.sizes?.full ?? image).url;
    for (const node of [...preview.parentElement.childNodes]) if (node !== preview) node.remove();
  };

  const isFilled = (row) =>
    [...row.querySelectorAll('input:not([type="hidden"]), textarea, [data-image-field="id"]')].some(
      (input) => input.type !== 'checkbox' && input.value !== '',
    );

  const removeRow = (row) => {
    const list = listOf(row);
    const label = [labelOf(row), nameOf(row) || row.querySelector('[data-row-name]')?.textContent]
      .filter(Boolean)
      .join(' – ');
    if ((isFilled(row) || row.hasAttribute('data-fixed-name')) && !window.confirm(fill(texts.confirmRemoval, label)))
      return;
    const next = row.nextElementSibling ?? row.previousElementSibling;
    removeEditors(row);
    row.remove();
    const id = row.querySelector('[data-row-id]')?.value;
    if (id)
      list.parentElement
        .querySelector('[data-add-from]')
        .append(new Option(row.querySelector('[data-row-name]').textContent, id));
    refreshRows(list);
    (
      next?.querySelector('[data-action="remove"]') ?? list.parentElement.querySelector('[data-action^="add"]')
    )?.focus();
    wp.a11y.speak(texts.removed);
    onChange(list);
  };

  const moveRow = (row, isUp) => {
    const sibling = isUp ? row.previousElementSibling : row.nextElementSibling;
    if (!sibling) return;
    removeEditors(row);
    if (isUp) sibling.before(row);
    else sibling.after(row);
    addEditors(row);
    refreshRows(listOf(row));
    announcePosition(row);
    onChange(row);
  };

  const ACTIONS = {
    add: (button) => {
      const row = addRow(button.closest('[data-list]'));
      row.querySelector('input:not([type="hidden"]), textarea, select')?.focus();
    },
    'add-chosen': (button) => {
      const select = button.parentElement.querySelector('[data-add-from]');
      const option = select.selectedOptions[0];
      if (!option || option.value === '') return;
      const row = addRow(button.closest('[data-list]'));
      row.querySelector('[data-row-id]').value = option.value;
      row.querySelector('[data-row-name]').textContent = option.textContent;
      option.remove();
      select.value = '';
      select.focus();
      announcePosition(row);
      onChange(row);
    },
    toggle: (button) => {
      const row = button.closest('[data-row]');
      setExpanded(row, row.classList.contains('is-collapsed'));
    },
    remove: (button) => removeRow(button.closest('[data-row]')),
    up: (button) => {
      moveRow(button.closest('[data-row]'), true);
      button.focus();
    },
    down: (button) => {
      moveRow(button.closest('[data-row]'), false);
      button.focus();
    },
    'choose-image': (button) => {
      const element = button.closest('[data-image]');
      chooseImages(false, ([image]) => {
        setImage(element, image);
        onChange(element);
      });
    },
    'clear-image': (button) => {
      const element = button.closest('[data-image]');
      setImage(element, null);
      onChange(element);
    },
    'add-images': (button) => {
      const gallery = button.closest('[data-gallery]');
      chooseImages(true, (images) => {
        for (const image of images) setImage(addRow(gallery), image);
        onChange(gallery);
      });
    },
  };

  /** The elements of changed fields and rows. Only these show new problems, unless the form shows all. */
  const touched = new Set();

  const onChange = (element) => {
    const form = element.closest('[data-form]');
    isDirty = true;
    for (let node = element; node && node !== form; node = node.parentElement) {
      if (node.matches('[data-name], [data-row]')) touched.add(node);
    }
    const list = element.closest('[data-rows]');
    if (list) refreshRows(list);
    form.dispatchEvent(new CustomEvent('site-companion-change'));
  };

  const showProblems = (form, problems) => {
    const shownAlways = form.hasAttribute('data-show-all');
    for (const element of form.querySelectorAll('[data-problem]')) {
      const owner = element.closest('[data-row], [data-name]');
      const path = pathOf(element, form);
      const own = problems.filter(
        (problem) => problem.path === path && (shownAlways || touched.has(owner) || element.textContent !== ''),
      );
      const message = own.map((problem) => problem.message).join(' ');
      const isError = own.some((problem) => problem.is_error);
      if (element.textContent !== message) element.textContent = message;
      element.toggleAttribute('data-error', isError);
      const control = owner.querySelector(
        ':scope > input, :scope > select, :scope > textarea, :scope > .wp-editor-wrap textarea',
      );
      if (control) control.setAttribute('aria-invalid', String(isError));
    }
  };

  const valuesOf = (form) => {
    const values = new FormData();
    for (const input of form.querySelectorAll('[name^="site_companion["]')) {
      if (input.type !== 'checkbox' || input.checked) values.append(input.name, input.value);
    }
    return values;
  };

  /** Validates the form on the server after each change (debounced). Only the response to the latest request is shown. */
  const startValidation = (form) => {
    let timer = 0;
    let latest = 0;
    const validate = async () => {
      latest += 1;
      const current = latest;
      const body = valuesOf(form);
      body.append('type', form.dataset.form);
      try {
        const problems = await wp.apiFetch({ path: 'site-companion/v1/validation', method: 'POST', body });
        if (current !== latest) return;
        showProblems(form, problems);
        form.dispatchEvent(new CustomEvent('site-companion-validated', { detail: problems }));
      } catch {
        // Ignored, because saving validates again.
      }
    };
    form.addEventListener('site-companion-change', () => {
      clearTimeout(timer);
      timer = setTimeout(validate, VALIDATION_DELAY_MS);
    });
    return validate;
  };

  /**
   * Locks publishing in the block editor while there are errors, because that editor does not show the notices that the server renders.
   * Drafts can always be saved.
   */
  const guardBlockEditor = (form, validate) => {
    if (!document.body.classList.contains('block-editor-page')) return;
    const editor = wp.data.select('core/editor');
    // The editor saves the item before its meta boxes. So the values of the form are added to the request, where the server validates them.
    wp.apiFetch.use((options, next) => {
      const isSave = /^\/wp\/v2\/[\w-]+\/\d+(?:\?|$)/.test(options.path ?? '') && options.data;
      if (!isSave || !options.path.includes(`/${form.dataset.post}`)) return next(options);
      const values = new URLSearchParams(valuesOf(form)).toString();
      return next({ ...options, data: { ...options.data, site_companion_form: values } });
    });
    let errors = [];
    let isLocked = false;
    const update = () => {
      const isPublishing = editor.isPublishSidebarOpened?.() || editor.getEditedPostAttribute('status') !== 'draft';
      const mustLock = errors.length > 0 && isPublishing && editor.getCurrentPostId() > 0;
      if (mustLock === isLocked) return;
      isLocked = mustLock;
      const { lockPostSaving, unlockPostSaving } = wp.data.dispatch('core/editor');
      const { createErrorNotice, removeNotice } = wp.data.dispatch('core/notices');
      if (isLocked) {
        lockPostSaving('site-companion-fields');
        const sentences = errors.map(({ label, message }) => `${label}: ${message}`).join(' ');
        createErrorNotice(`${texts.beforePublish} ${sentences}`, { id: 'site-companion-fields', isDismissible: false });
      } else {
        unlockPostSaving('site-companion-fields');
        removeNotice('site-companion-fields');
      }
    };
    form.addEventListener('site-companion-validated', ({ detail }) => {
      errors = detail.filter((problem) => problem.is_error);
      update();
    });
    wp.data.subscribe(update);
    void validate();
  };

  for (const form of forms) {
    prepare(form);
    for (const list of form.querySelectorAll('[data-list] > [data-rows]')) {
      const rows = rowsOf(list);
      for (const row of rows)
        setExpanded(row, rows.length <= EXPANDED_ROWS || row.querySelector('[data-error]') !== null);
    }
    const validate = startValidation(form);
    if (form.querySelector('[data-error]')) {
      form.setAttribute('data-show-all', '');
      // The user may have corrected a field while the script was loading.
      void validate();
    }
    form.addEventListener('input', (event) => onChange(event.target));
    form.addEventListener('change', (event) => onChange(event.target));
    form.addEventListener('click', (event) => {
      const button = event.target.closest('[data-action]');
      const action = button && ACTIONS[button.dataset.action];
      if (!action) return;
      event.preventDefault();
      action(button);
    });
    form.addEventListener('error', ({ target }) => showFileName(target), true);
    for (const preview of form.querySelectorAll('[data-preview]')) {
      if (preview.complete && preview.naturalWidth === 0) showFileName(preview);
    }
    guardBlockEditor(form, validate);
    form.closest('form')?.addEventListener('submit', ({ submitter }) => {
      window.tinymce?.triggerSave();
      // A preview saves nothing.
      const isPreview = submitter?.name === 'preview' || document.getElementById('wp-preview')?.value === 'dopreview';
      if (!isPreview) isDirty = false;
    });
  }

  // A link of a notice may point to a field in a collapsed row.
  const reveal = () => {
    const target = location.hash.startsWith('#site-companion-')
      ? document.getElementById(location.hash.slice(1))
      : null;
    for (let row = target?.closest('[data-row]'); row; row = row.parentElement.closest('[data-row]'))
      setExpanded(row, true);
    if (target) {
      target.scrollIntoView({ block: 'center' });
      target.focus();
    }
  };
  window.addEventListener('hashchange', reveal);
  reveal();

  // The block editor has its own warning about unsaved changes, which includes meta boxes.
  window.addEventListener('beforeunload', (event) => {
    if (isDirty && !document.body.classList.contains('block-editor-page')) event.preventDefault();
  });
});
