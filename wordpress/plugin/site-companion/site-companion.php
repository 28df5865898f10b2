<?php
/**
 * Plugin Name:       Site Companion
 * Description:       What the website reads from this WordPress: questions, events, testimonials, the home page and the FAQ page, and their routes in the REST API.
 * Version:           1.0.0
 * Requires at least: 6.6
 * Requires PHP:      8.1
 * License:           GPL-2.0-or-later
 * Update URI:        false
 * Text Domain:       site-companion
 * Domain Path:       /languages
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/routes.php';
require_once __DIR__ . '/includes/assets.php';
require_once __DIR__ . '/includes/content-types.php';
require_once __DIR__ . '/includes/schema.php';
require_once __DIR__ . '/includes/library-images.php';
require_once __DIR__ . '/includes/fields.php';
require_once __DIR__ . '/includes/clean-fields.php';
require_once __DIR__ . '/includes/validation.php';
require_once __DIR__ . '/includes/acf-values.php';
require_once __DIR__ . '/includes/single-items.php';
require_once __DIR__ . '/includes/draft-reader.php';
require_once __DIR__ . '/forms/item-form.php';
require_once __DIR__ . '/includes/page-options.php';
require_once __DIR__ . '/includes/site-request.php';
require_once __DIR__ . '/includes/delivery-queue.php';
require_once __DIR__ . '/includes/seo.php';
require_once __DIR__ . '/includes/seo-plugins.php';
require_once __DIR__ . '/includes/site.php';
require_once __DIR__ . '/includes/notify-site.php';
require_once __DIR__ . '/includes/connection.php';
require_once __DIR__ . '/includes/autosaves.php';
require_once __DIR__ . '/includes/site-links.php';
require_once __DIR__ . '/includes/preview-links.php';
require_once __DIR__ . '/includes/closed-endpoints.php';
require_once __DIR__ . '/includes/question-order.php';
require_once __DIR__ . '/includes/embeds-and-excerpts.php';
require_once __DIR__ . '/forms/validation-route.php';
require_once __DIR__ . '/blocks/block-types.php';
require_once __DIR__ . '/blocks/rows.php';
require_once __DIR__ . '/blocks/patterns.php';
require_once __DIR__ . '/blocks/canvas.php';
require_once __DIR__ . '/redirects/redirects.php';
require_once __DIR__ . '/redirects/redirect-list.php';
require_once __DIR__ . '/includes/addresses.php';
require_once __DIR__ . '/includes/links-here.php';
require_once __DIR__ . '/admin/editor-scope.php';

if ( is_admin() ) {
	require_once __DIR__ . '/forms/event-list.php';
	require_once __DIR__ . '/settings/settings-screen.php';
	require_once __DIR__ . '/admin/website-menu.php';
	require_once __DIR__ . '/admin/menus.php';
	require_once __DIR__ . '/admin/lists.php';
	require_once __DIR__ . '/admin/landing.php';
}

add_action( 'init', __NAMESPACE__ . '\load_translations', 0 );
register_activation_hook( __FILE__, __NAMESPACE__ . '\activate' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\deactivate' );

function load_translations(): void {
	load_plugin_textdomain( 'site-companion', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
}

/**
 * Pretty permalinks are required: with plain ones, `/wp-json/…` returns the front page as HTML with status 200.
 */
function activate(): void {
	global $wp_rewrite;

	register_content_types();
	if ( '' === (string) get_option( 'permalink_structure' ) ) {
		$wp_rewrite->set_permalink_structure( '/%postname%/' );
	}
	flush_rewrite_rules();
	// The next request writes the rules again: this one has registered none for categories if permalinks were plain and WP-CLI activates.
	delete_option( 'rewrite_rules' );
}

/**
 * Removes the rewrite rules and the cron event. The content stays in the database.
 */
function deactivate(): void {
	foreach ( array( 'faq', 'event', ...array_keys( SINGLE_ITEMS ) ) as $type ) {
		unregister_post_type( $type );
	}
	unregister_taxonomy( 'faq_topic' );
	wp_clear_scheduled_hook( DELIVERY_HOOK );
	flush_rewrite_rules();
}
