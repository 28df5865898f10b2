/**
 * Keeps an item from being published, and a public one from being saved, while the site could not show it. Drafts can always be saved.
 */
(() => {
  const { useEffect } = window.wp.element;
  const { dispatch, useSelect } = window.wp.data;
  const { __ } = window.wp.i18n;

  /**
   * @param lock The name of the lock and of its notice.
   * @param problem What the editor has to correct; empty if nothing.
   * @param clientId The block with the problem, to which the notice leads.
   */
  window.siteCompanionUsePublishLock = (lock, problem, clientId) => {
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
})();
