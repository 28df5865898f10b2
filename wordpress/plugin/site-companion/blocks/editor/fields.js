/**
 * Renders the fields of the schema as forms: a control for each type of field, with its limits and the problems of its value, which the
 * server finds while the editor types. Sections are blocks of the block editor (blocks.js); forms/form.js renders all other forms.
 */
(() => {
  const {
    createContext,
    createElement: el,
    Fragment,
    useContext,
    useEffect,
    useId,
    useRef,
    useState,
  } = window.wp.element;
  const { MediaUpload } = window.wp.mediaUtils;
  const { BaseControl, Button, ComboboxControl, Modal, SelectControl, TextControl, TextareaControl, ToggleControl } =
    window.wp.components;
  const { safeHTML } = window.wp.dom;
  const { apiFetch } = window.wp;
  const { dispatch, useSelect } = window.wp.data;
  const { __, sprintf } = window.wp.i18n;
  const { icons, mayUpload, site } = window.siteCompanionBlocks;

  const VALIDATION_DELAY_MS = 500;

  /** The problems of a form, each with its path (`people.0.name`), and the questions that a field can contain. */
  const FormContext = createContext({ problems: [], questions: [] });

  /** Only the response to the latest request counts. Errors are ignored, because saving validates again. */
  const useValidation = (form, initial, values) => {
    const [problems, setProblems] = useState(initial);
    useEffect(() => {
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

  /**
   * Keeps an item from being published, and a public one from being saved, while the site could not show it. Drafts can always be saved.
   *
   * @param lock The name of the lock and of its notice.
   * @param problem What the editor has to correct; empty if nothing.
   * @param clientId The block with the problem, to which the notice leads.
   */
  const usePublishLock = (lock, problem, clientId) => {
    const isPublic = useSelect((get) => {
      const editor = get('core/editor');
      const status = editor.getEditedPostAttribute('status');
      return ['publish', 'future'].includes(status) || editor.isPublishSidebarOpened();
    }, []);
    const text = isPublic ? problem : '';

    useEffect(() => {
      if (text === '') return undefined;
      const showSection = {
        label: __('Show the section', 'site-companion'),
        onClick: () => dispatch('core/block-editor').selectBlock(clientId),
      };
      dispatch('core/editor').lockPostSaving(lock);
      dispatch('core/notices').createErrorNotice(text, {
        id: lock,
        isDismissible: false,
        actions: clientId ? [showSection] : [],
      });
      return () => {
        dispatch('core/editor').unlockPostSaving(lock);
        dispatch('core/notices').removeNotice(lock);
      };
    }, [lock, text, clientId]);
  };

  const SIZE = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };

  /** An SVG, because screen readers would read the characters of an icon font as part of a button's name. */
  const Drawing = ({ path }) =>
    el('svg', { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': true }, el('path', { d: path }));
  const PLUS = el(Drawing, { path: 'M11 12.500V17.500H12.500V12.500H17.500V11H12.500V6H11V11H6V12.500H11Z' });
  const CLOSED = el(Drawing, { path: 'M10.600 6 9.400 7l4.600 5-4.600 5 1.200 1 5.400-6z' });
  const OPEN = el(Drawing, { path: 'M17.500 11.600 12 16l-5.500-4.400.9-1.200L12 14l4.500-3.600 1 1.200z' });

  const toText = (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();

  /** Whether a value is empty. ACF stores empty values in several ways. */
  const isEmpty = (value, field) => {
    if (value === undefined || value === null || value === false || value === '') return true;
    if (Array.isArray(value)) return value.length === 0;
    if (typeof value === 'string') {
      if (field?.type === 'html') return toText(value) === '' && !/<(?:img|table|hr|figure)\b/i.test(value);
      return value.trim() === '';
    }
    return false;
  };

  /** Whether a field of the row has a value other than its default. */
  const isFilled = (row, fields) =>
    fields.some((field) => {
      const value = row?.[field.name];
      if (isEmpty(value, field) || value === field.default) return false;
      return field.type !== 'list' || value.some((item) => isFilled(item, field.fields));
    });

  const rowLabel = (field) => field.itemLabel ?? field.label;

  const labelOf = (field) =>
    field.required
      ? /* translators: %s: name of a field. */
        sprintf(__('%s (required)', 'site-companion'), field.label)
      : field.label;

  const helpOf = (field, value) => {
    const parts = [field.help];
    if (typeof field.example === 'string' && isEmpty(value))
      /* translators: %s: example of a value. */
      parts.push(sprintf(__('For example: %s', 'site-companion'), field.example));
    if (/^(?:text|textarea)$/.test(field.type) && field.default && isEmpty(value))
      /* translators: %s: a text. */
      parts.push(sprintf(__('Empty: the site shows “%s”', 'site-companion'), field.default));
    if (field.maxLength && typeof value === 'string' && value !== '' && value.length <= field.maxLength)
      /* translators: 1: number of characters, 2: limit. */
      parts.push(sprintf(__('%1$d of %2$d characters', 'site-companion'), value.length, field.maxLength));
    return parts.filter(Boolean).join(' · ');
  };

  const Icon = ({ name }) =>
    icons[name]
      ? el('svg', {
          viewBox: '0 0 24 24',
          width: 24,
          height: 24,
          'aria-hidden': true,
          // Safe: these SVGs are part of the plugin.
          dangerouslySetInnerHTML: { __html: icons[name] },
        })
      : el('span', { className: 'dashicons dashicons-marker', 'aria-hidden': true });

  /** Offers the icons of the plugin, and any other of tabler.io/icons by its name. */
  const IconField = ({ field, value, onChange }) => {
    const [query, setQuery] = useState('');
    const typed =
      query.trim() === ''
        ? ''
        : `tabler:${query
            .trim()
            .replace(/^tabler:/, '')
            .replace(/\s+/g, '-')}`;
    const names = new Set([...Object.keys(icons), value, typed].filter(Boolean));
    return el(
      'div',
      { className: 'site-companion-icon' },
      el(Icon, { name: value }),
      el(ComboboxControl, {
        ...SIZE,
        label: labelOf(field),
        value: value || null,
        // The control lists options whose label contains what is typed.
        options: [...names].map((name) => ({
          value: name,
          label: name === typed ? query : name.replace('tabler:', '').replaceAll('-', ' '),
        })),
        onFilterValueChange: setQuery,
        onChange: (name) => onChange(name ?? ''),
        __experimentalRenderItem: ({ item }) =>
          el('span', { className: 'site-companion-icon' }, el(Icon, { name: item.value }), item.label),
      }),
    );
  };

  /** Omits the alternative text, which is read from the media library. */
  const toImage = ({ id, url, width, height }) => ({
    id,
    url,
    width: width ?? 0,
    height: height ?? 0,
  });
  const fileName = (url) => decodeURIComponent(url.split('/').pop() ?? url);

  /** A picture of the media library. Authors may not read the pictures of others in the context `edit`. */
  const useMedia = (id) =>
    useSelect(
      (get) => (id ? get('core').getEntityRecord('postType', 'attachment', id, { context: 'view' }) : null),
      [id],
    );

  /** The URLs of pictures of the site itself (without `id`) are paths, which WordPress does not serve. */
  const Thumbnail = ({ image }) => {
    const [failed, setFailed] = useState('');
    // Saved values have only the id of a picture.
    const media = useMedia(image.url ? null : image.id);
    const address = image.url || media?.source_url || '';
    const url = address.startsWith('/') && site !== '' ? site + address : address;
    const isShown = url !== '' && !url.startsWith('/') && url !== failed;
    return el(
      'figure',
      { className: 'site-companion-thumbnail' },
      isShown
        ? el('img', { src: url, alt: '', onError: () => setFailed(url) })
        : el('span', { className: 'dashicons dashicons-format-image', 'aria-hidden': true }),
      el('figcaption', null, address === '' ? __('Deleted picture', 'site-companion') : fileName(address)),
    );
  };

  /** The alternative text of a picture: that of the library, unless somebody has entered another one. */
  const AlternativeTextControl = ({ image, onChange }) => {
    const media = useMedia(image.id);
    return el(TextareaControl, {
      ...SIZE,
      rows: 2,
      label: __('What the picture shows (alternative text)', 'site-companion'),
      value: image.alt ?? media?.alt_text ?? '',
      onChange: (alt) => onChange({ ...image, alt }),
    });
  };

  /** WordPress opens its media library for contributors, too, but then shows no picture and rejects uploads. */
  const LibraryButton = ({ onClick, children }) =>
    mayUpload
      ? el(Button, { variant: 'secondary', onClick }, children)
      : el('p', null, __('To choose a picture, you need permission to upload media.', 'site-companion'));

  const ImageField = ({ field, value, onChange, messagesId }) => {
    const image = isEmpty(value) ? null : value;
    return el(
      BaseControl,
      { label: labelOf(field), id: messagesId, __nextHasNoMarginBottom: true },
      el(MediaUpload, {
        allowedTypes: ['image'],
        value: image?.id,
        title: field.label,
        onSelect: (media) => onChange(toImage(media)),
        render: ({ open }) =>
          el(
            'div',
            { className: 'site-companion-image' },
            image && el(Thumbnail, { image }),
            image && !field.isDecorative && el(AlternativeTextControl, { image, onChange }),
            el(
              'div',
              { className: 'site-companion-actions' },
              el(
                LibraryButton,
                { onClick: open },
                image ? __('Replace', 'site-companion') : __('Choose a picture', 'site-companion'),
              ),
              image &&
                el(
                  Button,
                  { variant: 'tertiary', isDestructive: true, onClick: () => onChange(false) },
                  __('Remove', 'site-companion'),
                ),
            ),
          ),
      }),
    );
  };

  const move = (items, from, to) => {
    const next = items.toSpliced(from, 1);
    return next.toSpliced(to, 0, items[from]);
  };

  /**
   * Drags an item of a list by its handle. The pointer is captured, so that neither the block nor the text under it reacts.
   *
   * @returns the props of the list, of an item's element and of its handle.
   */
  const useDragging = (onMove) => {
    const list = useRef(null);
    const [drag, setDrag] = useState(null);
    /** The place of the dragged item if it is dropped at this height. */
    const placeAt = (y) => {
      const others = [...list.current.children].filter((_, index) => index !== drag.from);
      return others.filter((child) => {
        const { top, height } = child.getBoundingClientRect();
        return y > top + height / 2;
      }).length;
    };
    return {
      list: { ref: list },
      item: (index) => ({
        'data-item': index,
        className:
          drag === null
            ? ''
            : [
                drag.from === index ? 'is-dragged' : '',
                drag.to === index && drag.to !== drag.from
                  ? `is-target-${drag.to > drag.from ? 'after' : 'before'}`
                  : '',
              ].join(' '),
      }),
      handle: (index) => ({
        // Otherwise the browser starts to drag the whole block.
        onMouseDown: (event) => event.preventDefault(),
        onPointerDown: (event) => {
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: index, to: index });
        },
        onPointerMove: (event) => {
          if (drag === null) return;
          const to = placeAt(event.clientY);
          if (to !== drag.to) setDrag({ ...drag, to });
        },
        onPointerUp: () => {
          if (drag !== null && drag.to !== drag.from) onMove(drag.from, drag.to);
          setDrag(null);
        },
        onPointerCancel: () => setDrag(null),
      }),
    };
  };

  const Handle = ({ label, ...props }) =>
    el(
      'span',
      { ...props, className: 'site-companion-handle', title: label, 'aria-hidden': true },
      el('span', { className: 'dashicons dashicons-move' }),
    );

  /** The text that identifies a row while it is collapsed. */
  const titleOf = (row, fields) => {
    const texts = fields.filter(({ name, type }) => /^(?:text|textarea|html)$/.test(type) && !isEmpty(row?.[name]));
    const field =
      texts.find(({ name }) => /^(?:headline|title|question|name|value)$/.test(name)) ??
      texts.find(({ name }) => name !== 'label' && name !== 'anchor') ??
      texts[0];
    if (!field) return '';
    return field.type === 'html' ? toText(row[field.name]) : String(row[field.name]);
  };

  const newRow = (fields) =>
    Object.fromEntries(
      fields.map(({ name, type, default: value }) => [
        name,
        value ?? (/^(?:image|gallery|list)$/.test(type) ? false : ''),
      ]),
    );

  const AddButton = ({ field, onClick }) =>
    el(
      Button,
      { variant: 'secondary', icon: PLUS, onClick },
      /* translators: %s: name of a row, such as "Card". */
      sprintf(__('Add: %s', 'site-companion'), rowLabel(field)),
    );

  const RowButtons = ({ index, count, label, onMove, onRemove, mustAsk }) => {
    /* translators: %s: name of a row, such as "Card 2". */
    const mayRemove = () => !mustAsk || window.confirm(sprintf(__('Remove %s?', 'site-companion'), label));
    return el(
      'div',
      { className: 'site-companion-actions' },
      el(Button, {
        size: 'small',
        icon: 'arrow-up-alt2',
        /* translators: %s: name of a row. */
        label: sprintf(__('Move %s up', 'site-companion'), label),
        disabled: index === 0,
        onClick: () => onMove(index - 1),
      }),
      el(Button, {
        size: 'small',
        icon: 'arrow-down-alt2',
        /* translators: %s: name of a row. */
        label: sprintf(__('Move %s down', 'site-companion'), label),
        disabled: index === count - 1,
        onClick: () => onMove(index + 1),
      }),
      onRemove &&
        el(Button, {
          size: 'small',
          icon: 'trash',
          isDestructive: true,
          /* translators: %s: name of a row. */
          label: sprintf(__('Remove %s', 'site-companion'), label),
          onClick: () => mayRemove() && onRemove(),
        }),
    );
  };

  /**
   * Rows that can be moved, by a handle or by buttons, and removed.
   *
   * @param toRow Returns what is in the first line of a row (`head`) and below it (`body`).
   */
  const Rows = ({ field, items, toRow, onMove, onRemove, messagesId, children, className = '' }) => {
    const dragging = useDragging(onMove);
    return el(
      BaseControl,
      { label: labelOf(field), id: messagesId, __nextHasNoMarginBottom: true },
      el(
        'div',
        { ...dragging.list, role: 'group', 'aria-label': field.label },
        items.map((item, index) => {
          const name = `${rowLabel(field)} ${index + 1}`;
          const { id, label = name, head, body, mustAsk = true } = toRow(item, index, name);
          const props = dragging.item(index);
          return el(
            'div',
            {
              ...props,
              key: id ?? index,
              'data-id': id,
              className: `site-companion-row ${className} ${props.className}`,
            },
            el(
              'div',
              { className: 'site-companion-row__head' },
              el(Handle, { ...dragging.handle(index), label: __('Drag to another place', 'site-companion') }),
              head,
              el(RowButtons, {
                index,
                count: items.length,
                label,
                onMove: (to) => onMove(index, to),
                onRemove: onRemove && (() => onRemove(index)),
                mustAsk,
              }),
            ),
            body,
          );
        }),
      ),
      children,
    );
  };

  const GalleryField = ({ field, value, onChange, messagesId, path }) => {
    const images = isEmpty(value) ? [] : value;
    const ids = images.map(({ id }) => id).filter(Boolean);
    /** The media library returns only its own pictures. Pictures of the site are kept, before those of the library. */
    const onSelect = (media) => {
      const known = new Map(images.map((image) => [image.id, image]));
      onChange([...images.filter(({ id }) => !id), ...media.map((item) => known.get(item.id) ?? toImage(item))]);
    };
    return el(
      Rows,
      {
        field,
        items: images,
        messagesId,
        toRow: (image, index) => ({
          /* translators: %d: number of a picture. */
          label: sprintf(__('picture %d', 'site-companion'), index + 1),
          head: el(Thumbnail, { image }),
          body: el(
            'div',
            { className: 'site-companion-row__fields' },
            el(AlternativeTextControl, { image, onChange: (next) => onChange(images.with(index, next)) }),
            el(Problems, { path: `${path}.${index}` }),
          ),
          mustAsk: false,
        }),
        onMove: (from, to) => onChange(move(images, from, to)),
        onRemove: (index) => onChange(images.toSpliced(index, 1)),
      },
      el(MediaUpload, {
        allowedTypes: ['image'],
        // Each click adds a picture.
        multiple: 'add',
        gallery: ids.length > 0,
        value: ids,
        onSelect,
        render: ({ open }) =>
          el(
            LibraryButton,
            { onClick: open },
            images.length > 0 ? __('Add or edit pictures', 'site-companion') : __('Choose pictures', 'site-companion'),
          ),
      }),
    );
  };

  /** Not `summary`: in the frame that shows the blocks, the Tab key leaves the block before one. */
  const RowTitle = ({ label, isOpen, onToggle, children }) =>
    el(
      Button,
      {
        className: 'site-companion-row__title',
        'aria-expanded': isOpen,
        icon: isOpen ? OPEN : CLOSED,
        onClick: onToggle,
      },
      el('span', { className: 'site-companion-row__name' }, label),
      children,
    );

  /** Rows with a single text field show it directly. Other rows can be expanded below their title. */
  const ListField = ({ field, value, onChange, path, messagesId, showsAll }) => {
    const rows = isEmpty(value) ? [] : value;
    const isSimple = field.fields.length === 1 && field.fields[0].type === 'text';
    const { problems } = useContext(FormContext);
    const hasErrors = (index) =>
      problems.some((problem) => problem.is_error && problem.path.startsWith(`${path}.${index}.`));
    const [wasOpen, setOpen] = useState(() => rows.map((_, index) => hasErrors(index)));
    // Undoing a change may have added rows.
    const open = rows.map((_, index) => wasOpen[index] ?? false);
    const save = (next) => onChange(next.length === 0 ? false : next);
    const setRow = (index, row) => save(rows.with(index, row));
    const moveRow = (from, to) => {
      setOpen(move(open, from, to));
      save(move(rows, from, to));
    };
    const remove = (index) => {
      setOpen(open.toSpliced(index, 1));
      save(rows.toSpliced(index, 1));
    };
    const add = () => {
      setOpen([...open, true]);
      save([...rows, newRow(field.fields)]);
    };

    const toSimpleRow = (row, index, label) => {
      const [only] = field.fields;
      return el(TextControl, {
        ...SIZE,
        className: 'site-companion-row__text',
        label,
        hideLabelFromVision: true,
        value: row?.[only.name] ?? '',
        onChange: (text) => setRow(index, { ...row, [only.name]: text }),
      });
    };
    const toTitle = (row, index, label) =>
      el(
        RowTitle,
        { label, isOpen: open[index], onToggle: () => setOpen(open.with(index, !open[index])) },
        el('span', { className: 'site-companion-row__summary' }, titleOf(row, field.fields)),
        !open[index] &&
          hasErrors(index) &&
          el('span', { className: 'site-companion-problem' }, __('Something is missing', 'site-companion')),
      );
    const toFields = (row, index) =>
      el(
        'div',
        { className: 'site-companion-row__fields' },
        el(FieldList, {
          fields: field.fields,
          values: row,
          onChange: (next) => setRow(index, next),
          path: `${path}.${index}`,
          showsAll,
        }),
      );

    return el(
      Rows,
      {
        field,
        items: rows,
        messagesId,
        className: isSimple ? 'is-simple' : '',
        toRow: (row, index, label) => ({
          head: isSimple ? toSimpleRow(row, index, label) : toTitle(row, index, label),
          body: !isSimple && open[index] && toFields(row, index),
          mustAsk: isFilled(row, field.fields),
        }),
        onMove: moveRow,
        onRemove: remove,
      },
      el(AddButton, { field, onClick: add }),
    );
  };

  /** A list whose rows are lists of one text each, such as the rows of a table. */
  const GridField = ({ field, value, onChange, messagesId }) => {
    const rows = isEmpty(value) ? [] : value;
    const [cells] = field.fields;
    const [cell] = cells.fields;
    const cellsOf = (row) => (isEmpty(row?.[cells.name]) ? [] : row[cells.name]);
    const columns = Math.max(1, ...rows.map((row) => cellsOf(row).length));
    const save = (next) => onChange(next.length === 0 ? false : next);
    const withColumns = (row, count) => ({
      ...row,
      [cells.name]: Array.from({ length: count }, (_, index) => cellsOf(row)[index] ?? { [cell.name]: '' }),
    });
    const setCell = (rowIndex, column, text) => {
      const row = withColumns(rows[rowIndex], columns);
      const next = row[cells.name].with(column, { ...row[cells.name][column], [cell.name]: text });
      save(rows.with(rowIndex, { ...row, [cells.name]: next }));
    };
    const isLastColumnFilled = rows.some((row) => !isEmpty(cellsOf(row)[columns - 1]?.[cell.name]));
    return el(
      Rows,
      {
        field,
        items: rows,
        messagesId,
        className: 'is-grid',
        toRow: (row, index, label) => ({
          head: el(
            'div',
            { className: 'site-companion-row__cells' },
            Array.from({ length: columns }, (_, column) =>
              el(TextareaControl, {
                ...SIZE,
                rows: 1,
                key: column,
                /* translators: 1: name of a row, 2: number of a column. */
                label: sprintf(__('%1$s, column %2$d', 'site-companion'), label, column + 1),
                hideLabelFromVision: true,
                value: cellsOf(row)[column]?.[cell.name] ?? '',
                onChange: (text) => setCell(index, column, text),
              }),
            ),
          ),
          mustAsk: isFilled(row, field.fields),
        }),
        onMove: (from, to) => save(move(rows, from, to)),
        onRemove: (index) => save(rows.toSpliced(index, 1)),
      },
      el(
        'div',
        { className: 'site-companion-actions' },
        el(AddButton, { field, onClick: () => save([...rows, withColumns({}, columns)]) }),
        rows.length > 0 &&
          el(
            Button,
            {
              variant: 'tertiary',
              disabled: columns >= (cells.max ?? 20),
              onClick: () => save(rows.map((row) => withColumns(row, columns + 1))),
            },
            __('Add a column', 'site-companion'),
          ),
        rows.length > 0 &&
          columns > 1 &&
          el(
            Button,
            {
              variant: 'tertiary',
              disabled: isLastColumnFilled,
              onClick: () => save(rows.map((row) => withColumns(row, columns - 1))),
            },
            __('Remove the empty last column', 'site-companion'),
          ),
      ),
    );
  };

  const isGrid = ({ type, fields }) =>
    type === 'list' &&
    fields.length === 1 &&
    fields[0].type === 'list' &&
    fields[0].fields.length === 1 &&
    fields[0].fields[0].type === 'text';

  /** Whether the site shows a text for each empty field. */
  const hasDefaults = ({ type, fields, default: value }) =>
    type === 'group' ? fields.every(hasDefaults) : value !== undefined;

  /** Texts that have defaults are many and rarely edited: their outermost group is closed. */
  const GroupField = ({ field, value, onChange, path, showsAll }) => {
    const [isOpen, setOpen] = useState(false);
    const list = el(FieldList, { fields: field.fields, values: value, onChange, path, showsAll });
    const className = 'site-companion-row__fields';
    if (path.includes('.') || !hasDefaults(field))
      return el('fieldset', { className }, el('legend', { className: 'site-companion-label' }, field.label), list);
    return el(
      'div',
      { className: 'site-companion-row' },
      el(
        'div',
        { className: 'site-companion-row__head' },
        el(RowTitle, { label: field.label, isOpen, onToggle: () => setOpen(!isOpen) }),
      ),
      isOpen && el('div', { className }, list),
    );
  };

  /** Times are stored as `2026-11-24 09:00:00`. A text that is not a time stays visible, so that it can be corrected. */
  const DateTimeControl = ({ value, onChange, ...props }) => {
    const [, minutes] = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d)(?::\d\d)?$/.exec(value) ?? [];
    const isTime = value === '' || minutes !== undefined;
    return el(TextControl, {
      ...props,
      type: isTime ? 'datetime-local' : 'text',
      value: isTime ? (minutes ?? '').replace(' ', 'T') : value,
      onChange: (next) => onChange(isTime && next !== '' ? `${next.replace('T', ' ').slice(0, 16)}:00` : next),
    });
  };

  const TimeZoneControl = (props) => {
    const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
    const known = props.value === '' || names.includes(props.value) ? names : [props.value, ...names];
    return el(SelectControl, {
      ...props,
      options: [
        { value: '', label: __('– the same as UTC –', 'site-companion') },
        ...known.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
      ],
    });
  };

  /** Chosen questions, by their ids. With `isFixed`, they can be moved, but neither added nor removed. */
  const QuestionsField = ({ field, value, onChange, messagesId }) => {
    const ids = isEmpty(value) ? [] : value;
    const { questions: choices } = useContext(FormContext);
    const questions = new Map(choices.map((choice) => [choice.value, choice]));
    const others = choices.filter((choice) => choice.isOffered && !ids.includes(choice.value));
    return el(
      Rows,
      {
        field,
        items: ids,
        messagesId,
        toRow: (id) => {
          const { label, edit } = questions.get(id) ?? { label: String(id) };
          const head = el(
            Fragment,
            null,
            el('span', { className: 'site-companion-row__question' }, label),
            // In the frame that shows the blocks, links do not work, and the Tab key leaves the block before a link.
            edit &&
              el(Button, { variant: 'link', onClick: () => window.open(edit, '_blank') }, __('Edit', 'site-companion')),
          );
          return { id, label, head };
        },
        onMove: (from, to) => onChange(move(ids, from, to)),
        onRemove: field.isFixed ? null : (index) => onChange(ids.toSpliced(index, 1)),
      },
      !field.isFixed &&
        el(SelectControl, {
          ...SIZE,
          label: __('Add a question', 'site-companion'),
          value: '',
          options: [
            { value: '', label: __('– choose –', 'site-companion') },
            ...others.map((choice) => ({ ...choice, value: String(choice.value) })),
          ],
          onChange: (id) => id !== '' && onChange([...ids, Number(id)]),
        }),
    );
  };

  /** WordPress's classic editor. It cleans text that is pasted from Word and keeps its lists, tables and headings. */
  const VisualEditor = ({ field, value, onChange, messagesId }) => {
    // WordPress uses it as a selector, in which colons have a meaning.
    const id = `site-companion-editor${messagesId.replaceAll(':', '-')}`;
    const latest = useRef(onChange);
    latest.current = onChange;
    useEffect(() => {
      const textarea = document.getElementById(id);
      const report = () => latest.current(textarea.value);
      // React would miss the event of the buttons above the text, which does not bubble.
      for (const event of ['input', 'change']) textarea.addEventListener(event, report);
      // The block editor moves this module from `wp.editor` to `wp.oldEditor`.
      const classicEditor = window.wp.oldEditor;
      classicEditor.initialize(id, {
        tinymce: {
          // Values of the type `html` are stored with `<p>` elements.
          wpautop: field.type !== 'html',
          toolbar1: 'formatselect,bold,italic,bullist,numlist,blockquote,link,unlink,undo,redo',
          block_formats: `${__('Paragraph', 'site-companion')}=p;${__('Subheading', 'site-companion')}=h3`,
          setup: (editor) =>
            editor.on('change keyup undo redo', () => {
              editor.save();
              report();
            }),
        },
        quicktags: true,
      });
      return () => classicEditor.remove(id);
    }, [id, field.type]);
    return el(
      Fragment,
      null,
      // The title of a dialog names its field.
      el('label', { className: 'screen-reader-text', htmlFor: id }, labelOf(field)),
      el('textarea', {
        id,
        className: 'large-text',
        rows: 18,
        defaultValue: value ?? '',
        'aria-describedby': messagesId,
      }),
    );
  };

  /** Shows a text, which is edited in a dialog, because the classic editor does not work in the frame that shows the blocks. */
  const HtmlField = (props) => {
    const { field, value, messagesId } = props;
    const [isOpen, setOpen] = useState(false);
    const text = typeof value === 'string' ? value : '';
    // The Tab key leaves the block before a link.
    const withoutLinks = safeHTML(text.replace(/<(\/?)a\b[^>]*>/g, '<$1u>'));
    const close = () => setOpen(false);
    return el(
      BaseControl,
      { label: labelOf(field), id: messagesId, __nextHasNoMarginBottom: true },
      text !== '' && el('div', { className: 'site-companion-html', dangerouslySetInnerHTML: { __html: withoutLinks } }),
      el(
        Button,
        {
          variant: 'secondary',
          /* translators: %s: name of a field. */
          'aria-label': sprintf(__('Edit text: %s', 'site-companion'), field.label),
          onClick: () => setOpen(true),
        },
        __('Edit text', 'site-companion'),
      ),
      isOpen &&
        el(
          Modal,
          { title: field.label, size: 'large', shouldCloseOnClickOutside: false, onRequestClose: close },
          el(VisualEditor, props),
          el('p', null, el(Button, { variant: 'primary', onClick: close }, __('Done', 'site-companion'))),
        ),
    );
  };

  const controlOf = (props) => {
    const { field, value, onChange, messagesId, isInvalid } = props;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const common = {
      ...SIZE,
      label: labelOf(field),
      value: text,
      onChange,
      'aria-describedby': messagesId,
      'aria-invalid': isInvalid || undefined,
    };
    switch (field.type) {
      case 'textarea':
        return el(TextareaControl, { ...common, rows: 3 });
      case 'html-autop':
        if (!field.isRich) return el(TextareaControl, { ...common, rows: 4 });
        return el(HtmlField, props);
      case 'html':
        return el(HtmlField, props);
      case 'choice':
        return el(SelectControl, { ...common, value: text || field.default, options: field.choices });
      case 'icon':
        return el(IconField, props);
      case 'image':
        return el(ImageField, props);
      case 'gallery':
        return el(GalleryField, props);
      case 'list':
        return el(isGrid(field) ? GridField : ListField, props);
      case 'group':
        return el(GroupField, props);
      case 'questions':
        return el(QuestionsField, props);
      case 'date-time':
        return el(DateTimeControl, common);
      case 'time-zone':
        return el(TimeZoneControl, common);
      case 'boolean':
        return el(ToggleControl, { ...SIZE, label: field.label, checked: value === true, onChange });
      default:
        return el(TextControl, {
          ...common,
          type: field.type === 'email' ? 'email' : 'text',
          // Also if the language of the user is written from right to left, which would reverse the parts of a telephone number.
          dir: /^(?:email|phone|url)$/.test(field.type) ? 'ltr' : undefined,
        });
    }
  };

  /** The errors and warnings of the server for the field at a path. */
  const Problems = ({ path }) => {
    const own = useContext(FormContext).problems.filter((problem) => problem.path === path);
    const messages = own.map(({ message }) => message).join(' ');
    const hasError = own.some((problem) => problem.is_error);
    return own.length === 0
      ? null
      : el(
          'p',
          {
            className: hasError ? 'site-companion-problem' : 'site-companion-warning',
            role: hasError ? 'alert' : null,
          },
          messages,
        );
  };

  /** Reports a missing value only after the editor has left the field, or in a form that was filled in when it opened. */
  const FieldControl = ({ field, value, onChange, path, showsAll }) => {
    const messagesId = useId();
    const { problems } = useContext(FormContext);
    const [isTouched, setTouched] = useState(false);
    const isChecked = isTouched || showsAll || !isEmpty(value, field);
    const isInvalid = isChecked && problems.some((problem) => problem.path === path && problem.is_error);
    const onBlur = (event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setTouched(true);
    };
    const help = helpOf(field, value);
    return el(
      'div',
      {
        className: `site-companion-field is-${field.type} ${isInvalid ? 'has-problem' : ''}`,
        onBlur,
        'data-field': field.name,
      },
      controlOf({ field, value, onChange, path, showsAll, messagesId, isInvalid }),
      el(
        'div',
        { id: messagesId, className: 'site-companion-messages' },
        help && el('p', { className: 'site-companion-help' }, help),
        isChecked && el(Problems, { path }),
      ),
    );
  };

  function FieldList({ fields, values, onChange, path, showsAll }) {
    // Two fields may change before React renders again, so each change is applied to the latest values.
    const latest = useRef(values);
    latest.current = values;
    return el(
      Fragment,
      null,
      fields.map((field) =>
        el(FieldControl, {
          key: field.name,
          field,
          value: values?.[field.name],
          onChange: (value) => {
            latest.current = { ...latest.current, [field.name]: value };
            onChange(latest.current);
          },
          path: path === '' ? field.name : `${path}.${field.name}`,
          showsAll,
        }),
      ),
    );
  }

  /** A form for these fields. `problems` are those that `useValidation` returns. */
  const Form = ({ problems, questions, ...list }) =>
    el(FormContext.Provider, { value: { problems, questions } }, el(FieldList, { path: '', showsAll: false, ...list }));

  Object.assign(window.siteCompanionBlocks, { Form, isFilled, titleOf, usePublishLock, useValidation });
})();
