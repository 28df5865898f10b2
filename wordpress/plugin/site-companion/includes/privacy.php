<?php
/**
 * Hides user names, which WordPress exposes publicly although they are also login names.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_filter( 'rest_endpoints', __NAMESPACE__ . '\hide_users_from_anonymous' );
// Before WordPress redirects ?author=1 to a URL that contains the name.
add_action( 'template_redirect', __NAMESPACE__ . '\hide_author_pages', 5 );
add_filter( 'oembed_response_data', __NAMESPACE__ . '\hide_author_from_oembed' );
add_filter( 'the_author', __NAMESPACE__ . '\hide_author_from_feeds' );

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

function hide_author_from_oembed( array $data ): array {
	unset( $data['author_name'], $data['author_url'] );

	return $data;
}

function hide_author_from_feeds( mixed $name ): mixed {
	return is_feed() ? get_bloginfo( 'name' ) : $name;
}
