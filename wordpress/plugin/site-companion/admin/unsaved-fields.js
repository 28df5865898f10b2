/* Sends the featured image and the meta boxes of other plugins when a preview is opened, because the autosave of the block editor lacks them. */
(({ hooks, data, i18n }) => {
  const { url, action, nonce } = window.siteCompanionUnsavedFields;

  const readForms = (id) => {
    const sent = new FormData();
    for (const form of document.querySelectorAll('form[class*="metabox-location-"]')) {
      for (const [name, value] of new FormData(form)) {
        sent.append(name, value);
      }
    }
    // An autosave contains the content and the fields for search engines, but not the featured image.
    sent.set('_thumbnail_id', data.select('core/editor').getEditedPostAttribute('featured_media') || -1);
    sent.set('action', action);
    sent.set('post_ID', id);
    sent.set('_ajax_nonce', nonce);
    return sent;
  };

  hooks.addAction('editor.savePost', 'site-companion/unsaved-fields', async (post, options) => {
    if (!options.isAutosave || !options.isPreview) {
      return;
    }
    const response = await fetch(url, { method: 'POST', body: readForms(post.id) }).catch(() => null);
    if (!response?.ok) {
      data
        .dispatch('core/notices')
        .createWarningNotice(
          i18n.__('The preview may show the saved details instead of those you have just typed.', 'site-companion'),
          { id: 'site-companion-unsaved-fields' },
        );
    }
  });
})(window.wp);
