<?php
/**
 * Closes what WordPress offers to visitors and the site does not: comments, trackbacks and XML-RPC. Their screens and panels are removed
 * from wp-admin.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Admin_Bar;

defined( 'ABSPATH' ) || exit;

add_filter( 'comments_open', '__return_false', 100 );
add_filter( 'pings_open', '__return_false', 100 );
// After all post types are registered.
add_action( 'init', __NAMESPACE__ . '\remove_discussion', 100 );
add_action( 'admin_menu', static fn() => remove_menu_page( 'edit-comments.php' ), 999 );
add_action( 'admin_bar_menu', static fn( WP_Admin_Bar $bar ) => $bar->remove_node( 'comments' ), 999 );
// Without methods that require a login.
add_filter( 'xmlrpc_enabled', '__return_false' );
add_action( 'init', __NAMESPACE__ . '\refuse_xmlrpc', 0 );
add_filter( 'wp_headers', static fn( array $headers ): array => array_diff_key( $headers, array( 'X-Pingback' => 1 ) ), 20 );

function remove_discussion(): void {
	foreach ( get_post_types() as $type ) {
		remove_post_type_support( $type, 'comments' );
		remove_post_type_support( $type, 'trackbacks' );
	}
}

/** Also the methods that require no login, such as `pingback.ping`. */
function refuse_xmlrpc(): void {
	if ( defined( 'XMLRPC_REQUEST' ) && XMLRPC_REQUEST ) {
		// `wp_die` would respond with an XML-RPC fault and status 200.
		status_header( 403 );
		exit;
	}
}
