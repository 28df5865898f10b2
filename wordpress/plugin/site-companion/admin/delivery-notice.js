/**
 * After saving, asks WordPress whether the site has received the change. WordPress sends it after its response, so the answer is not
 * known when the screen is shown.
 */
(() => {
  const { apiFetch, data, i18n } = window.wp;
  const ID = 'site-companion-delivery';
  /** In milliseconds after saving. A site that does not answer is noticed after five seconds (`DELIVERY_TIMEOUT`). */
  const CHECKS = [1500, 8000];

  const sentenceOf = (reason) =>
    `${i18n.__('Saved in WordPress. The website cannot be reached and shows the change later; you need not do anything.', 'site-companion')} ${reason}`;

  const showInBlockEditor = (reason) => {
    const { createWarningNotice, removeNotice } = data.dispatch('core/notices');
    // WordPress's own message has a link to the site.
    removeNotice('editor-save');
    createWarningNotice(sentenceOf(reason), { id: ID });
  };

  const showOnScreen = (reason) => {
    const saved = document.querySelector('#message, .notice-success');
    if (!saved || document.getElementById(ID)) return;
    for (const link of saved.querySelectorAll('a')) if (link.origin !== window.location.origin) link.remove();
    const notice = document.createElement('div');
    notice.id = ID;
    notice.className = 'notice notice-warning';
    const paragraph = document.createElement('p');
    paragraph.textContent = sentenceOf(reason);
    notice.append(paragraph);
    saved.after(notice);
  };

  const check = async (show) => {
    const { problem } = await apiFetch({ path: '/site-companion/v1/delivery' }).catch(() => ({ problem: null }));
    if (problem) show(problem);
  };

  const checkAfterSaving = (show) => {
    for (const delay of CHECKS) setTimeout(() => check(show), delay);
  };

  if (document.body.classList.contains('block-editor-page')) {
    let wasSaving = false;
    data.subscribe(() => {
      const editor = data.select('core/editor');
      const isSaving = editor.isSavingPost() && !editor.isAutosavingPost();
      if (wasSaving && !isSaving && editor.didPostSaveRequestSucceed()) {
        data.dispatch('core/notices').removeNotice(ID);
        checkAfterSaving(showInBlockEditor);
      }
      wasSaving = isSaving;
    }, 'core/editor');
  } else if (document.querySelector('#message, .notice-success')) {
    checkAfterSaving(showOnScreen);
  }
})();
