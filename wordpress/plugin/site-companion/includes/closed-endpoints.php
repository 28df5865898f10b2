<?php
/**
 * Closes what WordPress offers to visitors and the site does not: comments, trackbacks, XML-RPC, whose screens and panels are removed from
 * wp-admin, and the names of users, which are also login names.
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
add_action( 'init', __NAMESPACE__ . '\refuse_xmlrpc', 0 );
add_filter( 'rest_endpoints', __NAMESPACE__ . '\hide_users_from_anonymous' );
// Before WordPress redirects ?author=1 to a URL that contains the name.
add_action( 'template_redirect', __NAMESPACE__ . '\hide_author_pages', 5 );
add_filter( 'oembed_response_data', static fn( array $data ): array => array_diff_key( $data, array( 'author_name' => 1, 'author_url' => 1 ) ) ); // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing
add_filter( 'the_author', static fn( mixed $name ): mixed => is_feed() ? get_bloginfo( 'name' ) : $name );

function remove_discussion(): void {
	foreach ( get_post_types() as $type ) {
		remove_post_type_support( $type, 'comments' );
		remove_post_type_support( $type, 'trackbacks' );
	}
}

/** WordPress has no setting for the methods that require no login, such as `pingback.ping`. */
function refuse_xmlrpc(): void {
	if ( defined( 'XMLRPC_REQUEST' ) && XMLRPC_REQUEST ) {
		// `wp_die` would respond with an XML-RPC fault and status 200.
		status_header( 403 );
		exit;
	}
}

function hide_users_from_anonymous( array $endpoints ): array {
	return is_user_logged_in()
		? $endpoints
		: array_filter( $endpoints, static fn( string $route ): bool => ! str_starts_with( $route, '/wp/v2/users' ), ARRAY_FILTER_USE_KEY );
}

function hide_author_pages(): void {
	global $wp_query;

	if ( is_author() || ( isset( $_GET['author'] ) && ! is_admin() ) ) { // phpcs:ignore WordPress.Security.NonceVerification
		$wp_query->set_404();
		status_header( 404 );
		nocache_headers();
		remove_action( 'template_redirect', 'redirect_canonical' );
	}
}
