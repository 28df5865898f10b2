/**
 * Says at once that the fields are no JSON object. The block editor, which shows no notices of PHP, cannot be saved until
 * they are; the classic editor can, and keeps the text.
 */
(() => {
  const box = document.getElementById('site-companion-fields-json');
  const error = document.getElementById('site-companion-fields-error');
  if (!box || !error) return;

  const mistakeIn = (text) => {
    if (text.trim() === '') return '';
    try {
      const value = JSON.parse(text);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject || (Array.isArray(value) && value.length === 0) ? '' : 'This must be one JSON object: { … }.';
    } catch (failure) {
      return `This is not valid JSON: ${failure.message}`;
    }
  };

  const check = () => {
    const mistake = mistakeIn(box.value);
    if (error.textContent !== mistake) error.textContent = mistake;
    box.setAttribute('aria-invalid', String(mistake !== ''));

    const editor = window.wp?.data?.dispatch('core/editor');
    if (!editor?.lockPostSaving) return;
    const notices = window.wp.data.dispatch('core/notices');
    if (mistake) {
      editor.lockPostSaving('site-companion-fields');
      notices.createErrorNotice(`Fields (JSON): ${mistake}`, { id: 'site-companion-fields', isDismissible: false });
    } else {
      editor.unlockPostSaving('site-companion-fields');
      notices.removeNotice('site-companion-fields');
    }
  };

  box.addEventListener('input', check);
  check();
})();
