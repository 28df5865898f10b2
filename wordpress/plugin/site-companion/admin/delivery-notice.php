<?php
/**
 * Tells editors after saving if the site cannot be reached, so that it shows the change later.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_delivery_notice' );

function enqueue_delivery_notice(): void {
	if ( '' === site_address() || ! current_user_can( 'edit_posts' ) ) {
		return;
	}
	enqueue_script( 'admin/delivery-notice.js', array( 'wp-api-fetch', 'wp-data', 'wp-notices', 'wp-i18n' ) );
}
