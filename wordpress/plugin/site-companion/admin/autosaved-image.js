/** Adds the featured image to the autosaves of the block editor, so that previews show it before it is saved. */
(({ apiFetch, data }) => {
  const withImage = (autosave) => ({
    ...autosave,
    featured_media: data.select('core/editor').getEditedPostAttribute('featured_media'),
  });

  apiFetch.use((options, next) => {
    const isAutosave = options.method === 'POST' && /\/autosaves(?:\?|$)/.test(options.path ?? '');
    return next(isAutosave ? { ...options, data: withImage(options.data) } : options);
  });
})(window.wp);
