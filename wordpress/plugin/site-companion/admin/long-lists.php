<?php
/**
 * Tells editors that a list is longer than the site reads.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The site reads 50 pages of 100 items of each kind. */
const MAX_LISTED_ITEMS = 5000;

add_action( 'admin_notices', __NAMESPACE__ . '\show_long_list_notice' );

function show_long_list_notice(): void {
	$screen = get_current_screen();
	if ( ! $screen || 'edit' !== $screen->base || ! isset( PREVIEW_TYPES[ $screen->post_type ] ) ) {
		return;
	}
	if ( (int) wp_count_posts( $screen->post_type )->publish > MAX_LISTED_ITEMS ) {
		wp_admin_notice(
			esc_html(
				sprintf(
					/* translators: %s: a number. */
					__( 'The website lists at most %s of these items. Move those that nobody needs to the Trash.', 'site-companion' ),
					number_format_i18n( MAX_LISTED_ITEMS )
				)
			),
			array( 'type' => 'warning' )
		);
	}
}
