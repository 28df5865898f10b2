/**
 * After saving in the block editor, asks WordPress whether the site has received the change. WordPress sends it after its response, which
 * therefore does not contain the answer.
 */
(() => {
  const { apiFetch, data, i18n } = window.wp;
  const ID = 'site-companion-delivery';
  /** In milliseconds after saving. A site that does not answer is noticed after five seconds (`DELIVERY_TIMEOUT`). */
  const CHECKS = [1500, 8000];

  const show = (reason) => {
    const { createWarningNotice, removeNotice } = data.dispatch('core/notices');
    const sentence = i18n.__(
      'Saved in WordPress. The website cannot be reached and shows the change later; you need not do anything.',
      'site-companion',
    );
    // WordPress's own message has a link to the site.
    removeNotice('editor-save');
    createWarningNotice(`${sentence} ${reason}`, { id: ID });
  };

  const check = async () => {
    const { problem } = await apiFetch({ path: '/site-companion/v1/delivery' }).catch(() => ({ problem: null }));
    if (problem) show(problem);
  };

  let wasSaving = false;
  data.subscribe(() => {
    const editor = data.select('core/editor');
    const isSaving = editor.isSavingPost() && !editor.isAutosavingPost();
    if (wasSaving && !isSaving && editor.didPostSaveRequestSucceed()) {
      data.dispatch('core/notices').removeNotice(ID);
      for (const delay of CHECKS) setTimeout(check, delay);
    }
    wasSaving = isSaving;
  }, 'core/editor');
})();
