<?php
/**
 * Adds routes to the REST API.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

// The site reads an answer again once it has changed. A page cache in front of WordPress would still have the old one.
add_filter( 'rest_send_nocache_headers', '__return_true' );

/** Adds a route that everybody may read. */
function add_public_route( string $path, callable $callback ): void {
	$route = array(
		'methods'             => 'GET',
		'callback'            => $callback,
		'permission_callback' => '__return_true',
	);
	add_action( 'rest_api_init', static fn() => register_rest_route( 'api', $path, $route ) );
}

/**
 * Adds a route for the scripts of this plugin and for previews.
 *
 * @param string|string[] $capabilities One of them is required, for the item whose `id` is in the path if there is one.
 * @param string[]        $types        The types of the parameters in the body, by name.
 */
function add_editor_route( string $method, string $path, callable $callback, string|array $capabilities, array $types = array() ): void {
	$may   = static fn( WP_REST_Request $request ): bool => array() !== array_filter( (array) $capabilities, static fn( string $capability ): bool => current_user_can( $capability, (int) $request['id'] ) );
	$route = array(
		'methods'             => $method,
		'callback'            => $callback,
		'permission_callback' => $may,
		'args'                => array_map( static fn( string $type ): array => array( 'type' => $type ), $types ),
	);
	add_action( 'rest_api_init', static fn() => register_rest_route( 'site-companion/v1', $path, $route ) );
}
